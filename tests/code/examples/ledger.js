'use strict';
/* Entries of a ledger,
 * and what they come to. */
const fs = require('fs');
const path = require('path');

const HEADER = `day,account,

amount`;

/** An amount in cents. */
function cents(amount) {
  return Math.round(amount * 100);
}

const isLate = (entry, today) => {
  return entry.due < today && !entry.paid;
};

// All entries in order.
export class Ledger {
  #entries = [];

  constructor(file) {
    this.file = path.resolve(file);
  }

  get total() {
    return this.#entries.reduce((sum, entry) => sum + cents(entry.amount), 0);
  }

  async post(entry) {
    if (isLate(entry, new Date())) {
      throw new Error('late');
    } else {
      this.#entries.push(entry);
    }
  }
}

Ledger.prototype.write = function () {
  fs.writeFileSync(this.file, HEADER);
};

export default function open(file) {
  return new Ledger(file);
}

module.exports = {
  Ledger,
  cents,
};
