#!/usr/bin/env bash
# hucre 1.0.0 (npm) and LibreOffice 7.4.7 (Debian 12), run 2026-11-29.
#
# Guess: LibreOffice opens an .xlsx that hucre streams with `zip64: true`. Its manual says that only readers without ZIP64
# cannot, and LibreOffice opens the ZIP64 files of Python's zipfile.
# Seen: LibreOffice loads nothing of it, even if it has one cell. `unzip -t` and Python find no error.
# The same rows without the option open.
#
# Why it matters: a writer that streams must choose before it knows the size. With ZIP64 on by default, a user of
# LibreOffice can open no file at all, so a streamed .xlsx stays below 4 GiB, and the export must say so when it is larger.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

version=$(dpkg-query --show --showformat '${Version}' libreoffice-calc)
case $version in
  4:7.4.7-*) ;;
  *) echo "libreoffice-calc is $version, not 4:7.4.7" >&2; exit 1 ;;
esac
npm init --yes >/dev/null
npm install --silent --ignore-scripts --save-exact hucre@1.0.0

cat >write.mjs <<'JS'
import { writeFile } from 'node:fs/promises';
import { writeXlsxStream } from 'hucre/xlsx';
for (const zip64 of [false, true])
  await writeFile(`zip64-${zip64}.xlsx`, writeXlsxStream([['89044012000000000000000000000007']], { name: 'a', zip64 }));
JS
node write.mjs

cat >rezip.py <<'PY'
import zipfile

source = zipfile.ZipFile('zip64-true.xlsx')
with zipfile.ZipFile('python.xlsx', 'w') as copy:
    for name in source.namelist():
        with copy.open(name, 'w', force_zip64=True) as file:
            file.write(source.read(name))
PY
python3 rezip.py

seen=$(
  for name in zip64-false zip64-true python; do
    unzip -tq "$name.xlsx" >/dev/null
    soffice "-env:UserInstallation=file://$folder/office" --headless --convert-to csv "$name.xlsx" >/dev/null 2>&1
    echo "$name: $(cat "$name.csv" 2>/dev/null || echo 'not loaded')"
  done
)
expected='zip64-false: 89044012000000000000000000000007
zip64-true: not loaded
python: 89044012000000000000000000000007'
echo "$seen"
[ "$seen" = "$expected" ] || { printf 'This has changed. Expected:\n%s\n' "$expected" >&2; exit 1; }
