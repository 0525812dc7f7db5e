#!/bin/sh
# Sends each new line of an ndjson outlet with Apprise: ./apprise.sh /var/log/watchfloor/turns.ndjson SERVICE-ADDRESS…
# Needs jq and apprise, for example from Debian. Apprise does not know yet what it missed while it did not run.
file=$1
shift
tail -n 0 -F "$file" |
  jq --unbuffered -r '[.data.title, .data.sentence] | @tsv' |
  while IFS="$(printf '\t')" read -r title sentence; do
    apprise --title "$title" --body "$sentence" "$@"
  done
