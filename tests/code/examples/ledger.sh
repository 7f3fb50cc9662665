#!/bin/sh
# Entries of a ledger.
set -eu

header=$(cat <<'TEXT'
day,account,

amount
TEXT
)

# Adds an entry.
post() {
  if [ "$2" -eq 0 ]; then
    echo "nothing
on $1" >&2
    return 1
  fi
  printf '%s,%s\n' "$1" "$2" >> ledger.csv
}

function total {
  awk -F, '
    { sum += $2 }
    END { print sum }
  ' ledger.csv
}

case "${1:-}" in
  post)
    post "$2" "$3"
    ;;
  *)
    echo "$header" \
      "$(total)"
    ;;
esac
