/** Reads the recommended settings of `docs/intermediaries.md`, and makes the rows that the test compares with its tables. */
import { readFileSync } from 'node:fs';
import type { Program } from './programs.ts';

/** The document whose tables have the expected values. */
export const DOCUMENT = 'docs/intermediaries.md';

/** Returns the lines that the document recommends for a program: the code block in its language. */
export function settingsFor({ language }: Program): string {
  const text = readFileSync(new URL(`../../../${DOCUMENT}`, import.meta.url), 'utf8');
  const [, lines] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(text) ?? [];
  if (lines === undefined) throw new Error(`${DOCUMENT} has no settings in ${language}`);
  return lines;
}

/** Makes the row of each name, all at the same time. */
export async function rowsOf<Name extends string, T>(
  names: readonly Name[],
  rowOf: (name: Name) => Promise<T>,
): Promise<Map<Name, T>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await rowOf(name)] as const)));
}
