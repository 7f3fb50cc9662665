<?php
declare(strict_types=1);

namespace Banks;

use InvalidArgumentException;

const HEADER = <<<TEXT
day,account,

amount
TEXT;

/** An amount in cents. */
function cents(float $amount): int
{
    return (int) round($amount * 100);
}

interface Clock
{
    public function today(): string;
}

#[Sealed]
final class Ledger
{
    private array $entries = [];

    public function __construct(private Clock $clock)
    {
    }

    // Adds an entry.
    public function post(array $entry): void
    {
        if ($entry['amount'] === 0) {
            throw new InvalidArgumentException(
                'nothing'
            );
        }
        $this->entries[] = $entry;
    }
}

$ledger = new Ledger($clock);
foreach ([1, 2] as $amount) {
    $ledger->post(['amount' => $amount]);
}
?>
<p>
  Total
</p>
