import type { AppErrorCode, AppErrorDetails } from '../api/errors.ts';
import type { Finding } from '../api/connection-findings.ts';
import type { FindingWords } from './finding-parts.ts';

/** Place where a sentence is shown. Each place offers other remedies: a button, or a command. */
export type ErrorPlace = 'page' | 'terminal';

/** The parts of a sentence that differ by place. */
export interface PlaceWords {
  /** Returns the remedy that this place offers. */
  readonly remedy: (remedies: Readonly<Record<ErrorPlace, string>>) => string;
  /** Puts a name between the quotation marks of this place. */
  readonly quoted: (name: string) => string;
  readonly finding: (finding: Finding) => FindingWords;
}

/** Builds the sentence of each code: what happened, then the remedy. */
export type ErrorTable = {
  readonly [Code in AppErrorCode]: (facts: AppErrorDetails[Code], place: PlaceWords) => string;
};

/** A sentence for each problem of a code. Only the sentence of the problem that occurred is read. */
export type ProblemTable<Code extends AppErrorCode> = Readonly<
  Record<AppErrorDetails[Code] extends { readonly problem: infer Problem extends string } ? Problem : never, string>
>;

/** Returns ` (detail)`, or an empty text if there is no detail. */
export function bracketed(detail: string | undefined): string {
  return detail === undefined ? '' : ` (${detail})`;
}
