package org.example.ledger;

import java.util.ArrayList;
import java.util.List;

/** All entries in order. */
public class Ledger {
    private static final String HEADER = """
        day,account,

        amount""";
    private final List<Entry> entries = new ArrayList<>();

    public Ledger() {
    }

    /** Adds an entry. */
    @Override
    public void post(Entry entry) {
        if (entry.amount() == 0) {
            throw new IllegalArgumentException(
                "nothing on " + entry.day());
        }
        entries.add(entry);
    }

    public long total() {
        return entries.stream().mapToLong(Entry::amount).sum();
    }

    public record Entry(String day, long amount) {
    }

    enum State {
        OPEN,
        CLOSED
    }
}

interface Clock {
    String today();
}
