import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { workbookBytes } from '../../../src-shared/lib/workbook.ts';

async function sheetOf(columns: readonly string[], rows: readonly (readonly string[])[]): Promise<string> {
  async function* each() {
    yield* rows;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbookBytes({ name: 'events', columns, rows: each() })) chunks.push(chunk);
  return strFromU8(unzipSync(Buffer.concat(chunks))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
}

test.each([
  ['an EID', '89044012000000000000000000000007', '89044012000000000000000000000007'],
  ['a leading zero', '001010000000123', '001010000000123'],
  ['a formula', '=HYPERLINK("http://a.example")', '=HYPERLINK("http://a.example")'],
  ['markup', '<a>&', '&lt;a&gt;&amp;'],
  ['text that looks like an escaped character', '_x0041_ _X00e5_', '_x005F_x0041_ _x005F_X00e5_'],
  ['characters that XML has not', 'a\uFFFEb\uFFFF', 'a\uFFFDb\uFFFD'],
  ['a control character', 'a\u0001', 'a_x0001_'],
])('[EXPORT-17] an .xlsx has %s as text', async (_what, value, written) => {
  const xml = await sheetOf([value], [[value]]);
  expect(xml.match(/<t( [^>]*)?>[^<]*<\/t>/g)).toEqual([`<t>${written}</t>`, `<t>${written}</t>`]);
  expect(xml.match(/<c [^>]*>/g)?.every((cell) => cell.includes('t="inlineStr"'))).toBe(true);
  expect(xml).not.toContain('<f');
});

test('[EXPORT-1] an .xlsx reads its rows no faster than its bytes are taken', async () => {
  let read = 0;
  async function* rows() {
    for (; read < 100_000; read += 1) yield [String(Math.random()).repeat(40)];
  }
  const chunks = workbookBytes({ name: 'events', columns: ['a'], rows: rows() })[Symbol.asyncIterator]();
  await chunks.next();
  await chunks.next();
  let before = -1;
  while (before !== read) {
    before = read;
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(read).toBeLessThan(10_000);
  await chunks.return?.();
});
