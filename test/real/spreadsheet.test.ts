/** Opens exports with a real LibreOffice and compares what its cells hold with what was received. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf, type TableName, tableNames } from '../../src-shared/domain/analyst-tables.ts';
import { serviceWorkbook } from '../../src-main/core/reports/service-workbook.ts';
import { aServiceReport } from '../doubles/service-report.ts';
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

const ALL_SHEETS = ',false,false,false,-1';
const REPORT = aServiceReport();

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  if (missingLibreOffice() !== null) return;
  await fill();
  await exportEvents('events.xlsx');
  await workplace.output([
    'export',
    '--data-dir',
    workplace.dataDir,
    '--mask',
    'none',
    '--output',
    fileOf('shift.xlsx'),
  ]);
  const written = { text: '=1+1', author: { id: 'ines', name: 'Ines Duarte' }, at: 0 };
  const gaps = REPORT.gaps.map((gap) => ({ ...gap, written }));
  writeFileSync(fileOf('october.xlsx'), await serviceWorkbook({ ...REPORT, profile: EID, gaps }));
  // Once for all, because LibreOffice takes a second of CPU time to start.
  await convert(['events.xlsx', 'shift.xlsx', 'october.xlsx'], [], ALL_SHEETS);
});
afterAll(() => workplace.close());

const fileOf = (name: string) => join(workplace.folder, name);

/** Stores a failed localization for each row. */
async function fill(): Promise<void> {
  const store = await workplace.openStore();
  const events = rows.map(({ code, iccid }, index) => {
    const detailedMessage = JSON.stringify({ eid: EID, localizedProfile: { iccid }, errorCode: code });
    const data = JSON.stringify({ operation: 'ALLOCATION', state: 'FAILED', detailedMessage });
    return receivedEvent(index + 1, { kind: 'LOCALIZATION', data });
  });
  await store.writer.append(batchOf('opens', events));
  await store.close();
}

async function exportEvents(name: string, ...options: readonly string[]): Promise<void> {
  const from = ['events', '--data-dir', workplace.dataDir, '--mask', 'none', '--fields', FIELDS];
  await workplace.output([...from, '--output', fileOf(name), ...options]);
}

/** @param sheets more options of the filter */
async function convert(names: readonly string[], importOptions: readonly string[], sheets = ''): Promise<void> {
  // Tab, quotes, UTF-8; cells as they are stored, quoted if they are texts.
  const asText = `csv:Text - txt - csv (StarCalc):9,34,76,1,,0,true,false${sheets}`;
  const home = `-env:UserInstallation=file://${fileOf('office')}`;
  const options = ['--convert-to', asText, '--outdir', fileOf('converted')];
  await promisify(execFile)(LIBREOFFICE, [home, '--headless', ...importOptions, ...options, ...names.map(fileOf)]);
}

/** Returns the cells that LibreOffice has. */
function converted(name: string, columns?: number): string[][] {
  return cellsOf(readFileSync(fileOf(`converted/${name}.csv`), 'utf8'), columns);
}

function cellsOf(text: string, columns = 3): string[][] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) =>
    Array.from(line.matchAll(/(?:"((?:[^"]|"")*)"|([^\t]*))(?:\t|$)/g), ([, quoted, plain = '']) =>
      quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    ).slice(0, columns),
  );
}

test.skipIf(missingLibreOffice() !== null)(
  '[EXPORT-17] LibreOffice shows each identifier and code of an .xlsx as it was received, and runs no formula',
  LIMIT,
  () => {
    const [head, ...shown] = converted('events-events');
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
    await exportEvents('events.csv', '--no-guard-formulas');
    await convert(['events.csv'], [proposed]);
    const [, ...shown] = converted('events');
    expect(shown).toEqual(rows.map(({ code, iccid }) => [code, EID, iccid]));
  },
);

test.skipIf(missingLibreOffice() !== null)(
  '[REPORT-6] LibreOffice reads the numbers of a service report as numbers, and its texts as texts',
  LIMIT,
  () => {
    const sheet = (name: string) => converted(`october-${name}`, 12);
    const time = sheet('Time');
    expect(time.slice(1, 4).map((row) => row.slice(0, 2))).toEqual([
      ['Good', '99.06%'],
      ['Bad', '0.27%'],
      ['Not watched', '0.67%'],
    ]);
    // More hours than a day has.
    expect(time[1]?.[2]).toBe('737:00:00');
    expect(time.at(-1)?.[0]).toBe(`${EID}, acme:eu`);
    expect(sheet('Targets')[3]?.slice(0, 5)).toEqual([
      'Time watched',
      '0.995',
      expect.any(String),
      'share of 1',
      'missed',
    ]);
    expect(sheet('Attempts')[1]?.slice(1, 6)).toEqual(['94%', '92.3%', '95.3%', '940', '0']);
    expect(sheet('Cases')[1]?.slice(3, 5).map(Number)).toEqual([60, 4]);
    expect(sheet('Gaps')[1]?.slice(3, 7)).toEqual(['This computer was asleep', 'our side', '=1+1', 'Ines Duarte']);
  },
);

test.skipIf(missingLibreOffice() !== null)(
  '[FILES-1] LibreOffice opens a workbook of all tables with each digit and time, and runs no formula',
  LIMIT,
  () => {
    const sheet = (name: TableName) => {
      const names = columnsOf(name).map((column) => column.name);
      const [head, ...cells] = converted(`shift-${name}`, names.length);
      expect(head).toEqual(names);
      return cells.map((row) => Object.fromEntries(row.map((cell, index) => [names[index], cell])));
    };
    const events = sheet('events');
    expect(events.map(({ errorCode, eid, iccid }) => [errorCode, eid, iccid])).toEqual(
      rows.map(({ code, iccid }) => [code.replace('\uFFFE', '\uFFFD'), EID, iccid]),
    );
    expect(events.slice(0, 2).map(({ seq, receivedAt }) => [seq, receivedAt])).toEqual([
      ['1', '1970-01-01 00:00:01.000'],
      ['2', '1970-01-01 00:00:02.000'],
    ]);
    for (const name of tableNames) sheet(name);
  },
);
