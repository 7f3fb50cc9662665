/* Entries of a ledger. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 100
#define EACH(entry, ledger) \
    for (entry = (ledger)->first; \
         entry; entry = entry->next)

struct entry {
    long amount;
    struct entry *next;
};

typedef struct {
    struct entry *first;
    int count;
} ledger;

enum state { OPEN, CLOSED };

static int is_closed(const ledger *l);

/* Adds an entry. */
int post(ledger *l, long amount)
{
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return -1;
    e->amount = amount;
    e->next = l->first;
    l->first = e;
    return l->count++;
}

static long
total(const ledger *l)
{
    long sum = 0;
    struct entry *e;
    EACH(e, l) {
        sum += e->amount;
    }
    return sum;
}

#ifdef DEBUG
void show(const ledger *l)
{
    printf("%ld in "
           "%d entries\n", total(l), l->count);
}
#endif
