import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Reads a table of a document, so that the documents and the tests say the same.
 * @param heading heading of the section whose first table is read
 * @returns the cells after the first one, by the text of the first cell
 */
export function documentedRows(file: string, heading: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  const lines = (section ?? '').split('\n').filter((line) => line.startsWith('|'));
  const cells = lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return new Map(cells.map(([first = '', ...rest]) => [first, rest]));
}
