import type { AppErrorCode, AppErrorDetails } from '../api/errors.ts';
import type { Finding } from '../api/connection-findings.ts';
import type { FindingWords } from './finding-parts.ts';

export type ErrorPlace = 'page' | 'terminal';

export interface PlaceWords {
  readonly remedy: (remedies: Readonly<Record<ErrorPlace, string>>) => string;
  readonly quoted: (name: string) => string;
  readonly finding: (finding: Finding) => FindingWords;
}

export type ErrorTable = {
  readonly [Code in AppErrorCode]: (facts: AppErrorDetails[Code], place: PlaceWords) => string;
};

/** A sentence for each problem of a code. Only the sentence of the problem that occurred is read. */
export type ProblemTable<Code extends AppErrorCode> = Readonly<
  Record<AppErrorDetails[Code] extends { readonly problem: infer Problem extends string } ? Problem : never, string>
>;

export function bracketed(detail: string | undefined): string {
  return detail === undefined ? '' : ` (${detail})`;
}
