/** Reads the tables and the recommended settings of `docs/intermediaries.md`, which the test compares with what it measures. */
import { readFileSync } from 'node:fs';
import type { Program } from './programs.ts';

const text = () => readFileSync(new URL('../../../docs/intermediaries.md', import.meta.url), 'utf8');

type Row = Readonly<Record<string, string>>;

/** Returns the rows of the first table under a heading, by the text of their first cell. */
export function tableUnder(heading: string): Map<string, Row> {
  const [, section = ''] = text().split(`\n## ${heading}\n`);
  const [head = [], , ...rows] = (/(?:^\|.*\n)+/m.exec(section)?.[0] ?? '').trim().split('\n').map(cellsOf);
  return new Map(
    rows.map(([name = '', ...cells]) => [
      name,
      Object.fromEntries(cells.map((cell, at) => [head[at + 1] ?? '', cell])),
    ]),
  );
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Returns the lines that the document recommends for a program: the code block in its language. */
export function settingsFor({ language }: Program): string {
  const [, lines] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(text()) ?? [];
  if (lines === undefined) throw new Error(`docs/intermediaries.md has no settings in ${language}`);
  return lines;
}

/** Makes the row of each name, all at the same time. */
export async function rowsOf<Name extends string, T>(
  names: readonly Name[],
  rowOf: (name: Name) => Promise<T>,
): Promise<Map<Name, T>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await rowOf(name)] as const)));
}
