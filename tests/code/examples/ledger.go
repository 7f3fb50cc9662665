// Package ledger has entries in order.
package ledger

import (
	"errors"
	"fmt"
)

// ErrClosed is what a closed ledger says.
var ErrClosed = errors.New("closed")

const header = `day,account,

amount`

// An Entry never changes.
type Entry struct {
	Day    string
	Amount int64
}

type (
	Sign int
	Days []string
)

// Ledger has all entries.
type Ledger[T any] struct {
	entries []Entry
	closed  bool
}

// Post adds an entry.
func (l *Ledger[T]) Post(entry Entry) error {
	if l.closed {
		return ErrClosed
	}
	switch {
	case entry.Amount == 0:
		return fmt.Errorf(
			"nothing on %s",
			entry.Day,
		)
	default:
		l.entries = append(l.entries, entry)
	}
	return nil
}

func Total(entries []Entry) (sum int64) {
	for _, entry := range entries {
		sum += entry.Amount
	}
	return
}
