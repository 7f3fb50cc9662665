import { readFile } from "node:fs/promises";
import type { Clock } from "./clock";

export interface Entry {
  day: string;
  amount: number;
}

export type Sign = "in" | "out";

export enum State {
  Open,
  Closed,
}

@sealed
export class Ledger<T extends Entry> {
  private entries: T[] = [];

  constructor(private readonly clock: Clock) {}

  @logged("post")
  post(entry: T): void {
    this.entries.push(entry);
  }

  get total(): number {
    return this.entries.reduce((sum, one) => sum + one.amount, 0);
  }

  late = (day: string): T[] => {
    return this.entries.filter((one) => one.day < day);
  };
}

export namespace Banks {
  export function holidays(year: number): string[] {
    return [`${year}-01-01`];
  }
  export const currency = "EUR";
}

export const load = async (file: string): Promise<Entry[]> => {
  const text = await readFile(file, "utf8");
  return JSON.parse(text);
};

abstract class Reader {
  abstract read(): Entry[];
}
