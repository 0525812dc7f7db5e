/** One rule of the architecture, in its own words. */
import type { SourceFile } from './source-file.ts';

export interface Rule {
  /** What a person reads when it is broken. */
  readonly words: string;
  /** One line for each breach, beginning with the path; none where the rule is kept. */
  readonly breaches: (files: readonly SourceFile[]) => string[];
}

/** A rule that looks at one file at a time. `found` says what is wrong in a file, in a few words each. */
export function ruleForEachFile(words: string, found: (file: SourceFile) => string[]): Rule {
  return { words, breaches: (files) => files.flatMap((file) => found(file).map((what) => `${file.path}: ${what}`)) };
}
