-- Entries of a ledger.
CREATE TABLE entries (
    id integer PRIMARY KEY,
    day date NOT NULL,
    amount bigint NOT NULL
);

CREATE INDEX entries_day ON entries (day);

-- What they come to.
CREATE VIEW totals AS
SELECT day, sum(amount) AS total
FROM entries
GROUP BY day;

CREATE FUNCTION cents(amount numeric) RETURNS bigint AS $$
BEGIN
    RETURN round(amount * 100);

END;
$$ LANGUAGE plpgsql;

INSERT INTO entries (id, day, amount)
VALUES
    (1, '2026-01-01', 100),
    (2, '2026-01-02', 'two
lines');

SELECT * FROM totals
WHERE total > 0;
