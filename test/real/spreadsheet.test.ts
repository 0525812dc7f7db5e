/** Opens exports with a real LibreOffice and compares what its cells hold with what was received. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import { Workplace } from '../support/command.ts';
import { LIBREOFFICE, missingLibreOffice } from '../support/missing-programs.ts';

const LIMIT = { timeout: 60_000 };

const EID = '89044012000000000000000000000007';
/** Codes that a spreadsheet reads as a formula, a date, a time, a number or a truth value; and what XML must escape. */
const CODES = [
  ['=1+1', '@SUM(A1)', '+1', '-1+1', '\uFF1D1+1', '1/2', '12:30', '50%', 'TRUE', '2026-11-28', '8E5', '1.10', '007'],
  ['a;b', 'a\tb', 'a,b', '"a"', "'a", 'a  b', '<a>&amp;', '_x0041_', 'Åkeri', '💥', '\uFFFE', '\u0001'],
].flat();
const ICCIDS = ['8944538523011001234', '89445385230110012345', '001010000000123', '8944538523011001234F'];
const FIELDS = 'errorCode,eid,iccid';

const rows = CODES.map((code, index) => ({ code, iccid: ICCIDS[index % ICCIDS.length] ?? '' }));

/** Exports the events, opens the file, and returns the cells that LibreOffice has. */
async function opened(name: string, options: readonly string[], importOptions: readonly string[] = []) {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const store = await workplace.openStore();
  const events = rows.map(({ code, iccid }, index) => {
    const detailedMessage = JSON.stringify({ eid: EID, localizedProfile: { iccid }, errorCode: code });
    const data = JSON.stringify({ operation: 'ALLOCATION', state: 'FAILED', detailedMessage });
    return receivedEvent(index + 1, { kind: 'LOCALIZATION', data });
  });
  await store.writer.append(batchOf('opens', events));
  await store.close();
  const file = join(workplace.folder, name);
  const from = ['events', '--data-dir', workplace.dataDir, '--mask', 'none', '--fields', FIELDS];
  await workplace.output([...from, '--output', file, ...options]);
  // Tab, quotes, UTF-8; cells as they are stored, quoted if they are texts.
  const asText = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,true,false';
  const converted = join(workplace.folder, 'converted');
  const home = `-env:UserInstallation=file://${workplace.folder}/office`;
  const call = [home, '--headless', ...importOptions, '--convert-to', asText, '--outdir', converted, file];
  await promisify(execFile)(LIBREOFFICE, call);
  return cellsOf(readFileSync(join(converted, `${basename(name).replace(/\.\w+$/, '')}.csv`), 'utf8'));
}

function cellsOf(text: string): string[][] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) =>
    Array.from(line.matchAll(/(?:"((?:[^"]|"")*)"|([^\t]*))(?:\t|$)/g), ([, quoted, plain = '']) =>
      quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    ).slice(0, 3),
  );
}

test.skipIf(missingLibreOffice() !== null)(
  '[EXPORT-17] LibreOffice shows each identifier and code of an .xlsx as it was received, and runs no formula',
  LIMIT,
  async () => {
    const [head, ...shown] = await opened('events.xlsx', []);
    expect(head).toEqual(FIELDS.split(','));
    expect(shown).toEqual(rows.map(({ code, iccid }) => [code.replace('\uFFFE', '\uFFFD'), EID, iccid]));
  },
);

test.skipIf(missingLibreOffice() !== null)(
  '[EXPORT-17] no cell of a CSV moves to another column if LibreOffice separates by comma, semicolon and tab',
  LIMIT,
  async () => {
    // The separators that its import dialog proposes, UTF-8, and every column as text.
    const proposed = '--infilter=CSV:44/59/9,34,76,1,1/2/2/2/3/2';
    const [, ...shown] = await opened('events.csv', ['--no-guard-formulas'], [proposed]);
    expect(shown).toEqual(rows.map(({ code, iccid }) => [code, EID, iccid]));
  },
);
