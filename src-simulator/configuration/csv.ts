/** Reads CSV strictly by RFC 4180, so that a malformed line is an error and never shifts a value to another column. */

export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export class CsvMistake extends Error {
  override readonly name = 'CsvMistake';
}

const CELL = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
const SEPARATOR = /,|\r\n|\n|\r|$/y;

/** Skips empty lines. @throws CsvMistake with the line number */
export function readCsv(text: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const startLine = line;
    const cells: string[] = [];
    let separator = ',';
    while (separator === ',') {
      CELL.lastIndex = at;
      const [cellText = '', quoted, plain = ''] = CELL.exec(text) ?? [];
      cells.push(quoted?.replaceAll('""', '"') ?? plain);
      line += quoted?.match(/\r\n|\n|\r/g)?.length ?? 0;
      at += cellText.length;
      SEPARATOR.lastIndex = at;
      const next = SEPARATOR.exec(text);
      if (next === null)
        throw new CsvMistake(
          `line ${line}: misplaced quotation mark; put the cell in quotation marks and double the quotation marks in it`,
        );
      separator = next[0];
      at += separator.length;
    }
    line++;
    if (cells.length > 1 || cells[0] !== '') lines.push({ line: startLine, cells });
  }
  return lines;
}
