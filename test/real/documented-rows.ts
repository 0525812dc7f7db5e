import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Reads a table of a document, so that the documents and the tests say the same.
 * @param heading heading of the section whose first table is read
 * @returns the rows by the text of their first cell; the other cells of a row by the title of their column
 */
export function documentedRows(file: string, heading: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  const lines = (section ?? '').split('\n').filter((line) => line.startsWith('|'));
  const [titles = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return new Map(
    rows.map(([first = '', ...cells]) => [
      first,
      Object.fromEntries(cells.map((cell, index) => [titles[index + 1] ?? '', cell])),
    ]),
  );
}
