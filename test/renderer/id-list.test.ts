import { describe, expect, test } from 'vitest';
import { type IdList, MAX_IDS, readIdList } from '../../src-renderer/text/id-list.ts';
import { csvRow } from '../../src-shared/lib/csv.ts';

function read(text: string, column: number | null = null): IdList & { readonly pieces: number } {
  const work = readIdList(text, column);
  for (let pieces = 0; ; pieces += 1) {
    const step = work.next();
    if (step.done === true) return { ...step.value, pieces };
  }
}
const [A, B] = ['8946200011660301003', '8946200011660300017'];

describe('a list of ids', () => {
  test.each([
    ['with one id per line', `${A}\n${B}\n`],
    ['with other line ends', `${A}\r\n${B}\r`],
    ['between commas', `${A},${B}`],
    ['between commas and spaces', `${A}, ${B},`],
    ['between semicolons', `${A};${B}`],
    ['between tabs', `${A}\t${B}`],
    ['between spaces', `${A} ${B}`],
    ['in groups of digits', `8946 2000 1166 0301 003\n8946 2000 1166 0300 017`],
    ['in groups with hard spaces', `8946\u00A02000\u202F1166\u00A00301\u00A0003\n${B}`],
    ['in groups with hyphens', `8946-2000-1166-0301-003\n8946-2000-1166-0300-017`],
    ['with the filler of the last byte', `${A}F\n${B}f`],
    ['in quotes', `"${A}"\n'${B}'`],
    ['as a spreadsheet writes texts', `="${A}"\n="${B}"`],
    ['with names before them', `ICCID: ${A}\niccid=${B}`],
    ['with the numbers of their lines', `1\t${A}\n2\t${B}`],
    ['with invisible characters', `\uFEFF${A}\u200B\n\u202A${B}\u202C`],
    ['in the middle of words', `(${A}) and ${B}.`],
    ['with a header', `iccid\n${A}\n${B}`],
  ])('[INV-8] is read %s', (_name, text) => {
    expect(read(text).ids).toEqual([A, B]);
  });

  test('[INV-8] is read from the id column of a table, or from the chosen column', () => {
    const text = [
      csvRow(['domainId', 'iotSubscription.iotSubscriptionId', 'iccid']),
      csvRow(['a, "b" 2024', 'is-00481608', A]),
      csvRow(['acme', 'is-00481611', B]),
    ].join('');
    const columns = ['domainId', 'iotSubscription.iotSubscriptionId', 'iccid'];
    expect(read(text)).toMatchObject({ ids: ['is-00481608', 'is-00481611'], table: { columns, at: 1 } });
    expect(read(text, 2)).toMatchObject({ ids: [A, B], table: { columns, at: 2 } });
    expect(read(text, 9)).toMatchObject({ table: { at: 1 } });
  });

  test('[INV-8] reports skipped words, rounded numbers and repeated ids', () => {
    const list = read(`iccid\n${A}\ntotal 2\n8.9462E+18\n\n${A}\n${'7'.repeat(65)}`);
    expect(list).toMatchObject({
      ids: [A],
      entries: [
        { line: 2, index: 0 },
        { line: 6, index: 0 },
      ],
      skipped: { count: 4, first: ['iccid', 'total', '2'] },
      rounded: 1,
      overLimit: 0,
      table: null,
    });
    expect([...list.forms]).toEqual([['iccid', 1]]);
  });

  test('[INV-8] holds 100,000 ids, counts the rest, and is read in steps', () => {
    const text = Array.from({ length: MAX_IDS + 5 }, (_, index) => `is-${index + 10_000}`).join('\n');
    const list = read(text);
    expect([list.ids.length, list.entries.length, list.overLimit]).toEqual([MAX_IDS, MAX_IDS, 5]);
    expect(list.pieces).toBeGreaterThan(400);
  });

  test('is empty if nothing is written, and accepts ids with the names of object properties', () => {
    expect(read(' \n\t\n').ids).toEqual([]);
    expect(read('__proto__1\nconstructor2\n').ids).toEqual(['__proto__1', 'constructor2']);
  });
});
