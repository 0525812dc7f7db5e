/** Lists the last attempts of open cases by their number of retries, the newest failure first. */
import type { CountedAttempts } from '../../../src-shared/api/quality/figures.ts';
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { endingOf } from '../../../src-shared/domain/quality/ending.ts';
import { RETRY_CLASSES, retryClass } from '../../../src-shared/domain/quality/recovery-time.ts';
import type { CaseProjectionReader } from '../ports/case-projection.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

const PAGE_ROWS = 100;

interface OpenQuery {
  /** Both ends are included. */
  readonly days: Span;
  readonly before: number | null;
  readonly class: number;
}

/** @throws AppError STORE_… */
export async function openAttempts(
  projection: Pick<CaseProjectionReader, 'openRetries' | 'openAfterRetries'>,
  { days, before, class: own }: OpenQuery,
): Promise<CountedAttempts> {
  const span = spanOf(days);
  const counts = await projection.openRetries(span);
  const [least = 0, end = Number.MAX_SAFE_INTEGER] = RETRY_CLASSES.slice(own);
  const range = { least, most: end - 1, before: before ?? Number.MAX_SAFE_INTEGER, limit: PAGE_ROWS };
  const found = await projection.openAfterRetries({ ...span, ...range });
  const attempts = found.flatMap(({ key, run, cause, causeSeq, failedAt }): CountedAttempts['attempts'] => {
    if (cause === null || causeSeq === null) return [];
    const { number, outcome, countryCode: country } = run;
    const at = failedAt ?? run.toldAt;
    return [{ seq: causeSeq, at, key, number, ending: endingOf(outcome), country, cause, isWeakened: false }];
  });
  const total = counts.reduce((sum, { retry, count }) => sum + (retryClass(retry) === own ? count : 0), 0);
  return { attempts, next: found.length < PAGE_ROWS ? null : (attempts.at(-1)?.seq ?? null), total, removed: 0 };
}

/** @param days both ends are included */
export function spanOf({ from, to }: Span): Span {
  return { from: from * DAY_MS, to: (to + 1) * DAY_MS };
}
