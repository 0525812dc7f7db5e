/** Encodes rows as an .xlsx in which every received value is text, so that a spreadsheet neither calculates nor rounds it. */
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';

export interface Workbook {
  /** Name of the first sheet. Rows that do not fit into it follow in further ones. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly string[]>;
}

/** Keeps a cell a text when the user edits it. */
const TEXT_FORMAT = '@';
/** An EID fits into a column; longer texts are shown in full when the cell is selected. */
const COLUMN_CHARACTERS = 34;

/** Reads the rows no faster than the bytes are taken. @throws ZipError over 4 GiB; what `rows` throws */
export function workbookBytes({ name, columns, rows }: Workbook): ReadableStream<Uint8Array> {
  return writeXlsxStream(escapedRows(rows), {
    name,
    columns: columns.map((column) => ({
      header: escapedCell(column),
      numFmt: TEXT_FORMAT,
      width: COLUMN_CHARACTERS,
    })),
    freezePane: { rows: 1 },
  });
}

async function* escapedRows(rows: Workbook['rows']) {
  for await (const cells of rows) yield cells.map(escapedCell);
}

export interface Sheet {
  readonly name: string;
  /** `format` of the numbers in the column, such as `0.00%`. Texts stay texts. */
  readonly columns: readonly { readonly title: string; readonly width: number; readonly format?: string }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The same sheets give the same bytes. @param at UTC epoch ms, the time that the file names as its own */
export async function sheetsBytes(sheets: readonly Sheet[], at: number): Promise<Uint8Array> {
  const written = new Date(at);
  return writeXlsx({
    properties: { created: written, modified: written },
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map(({ width, format }) => ({ width, numFmt: format ?? TEXT_FORMAT })),
      rows: [columns.map(({ title }) => title), ...rows].map((row) =>
        row.map((cell) => (typeof cell === 'string' ? escapedCell(cell) : cell)),
      ),
      freezePane: { rows: 1 },
    })),
  });
}

/** `_x0041_` is an `A` (ECMA-376 part 1, 22.9.2.19). The library escapes all but two characters that XML refuses. */
function escapedCell(text: string): string {
  return text.replaceAll(/_(?=x[\dA-F]{4}_)/gi, '_x005F_').replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
}
