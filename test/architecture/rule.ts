import type { SourceFile } from './source-file.ts';

export interface Rule {
  readonly words: string;
  /** Returns one line for each breach, with the path first; empty if the files keep the rule. */
  readonly breaches: (files: readonly SourceFile[]) => string[];
}

/**
 * Makes a rule that checks one file at a time.
 * @param found returns a few words for each fault in a file
 */
export function ruleForEachFile(words: string, found: (file: SourceFile) => string[]): Rule {
  return { words, breaches: (files) => files.flatMap((file) => found(file).map((what) => `${file.path}: ${what}`)) };
}
