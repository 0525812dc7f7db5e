/**
 * The shift report of a span, of what was gathered for it: watched and blind, what was open, opened and ended by cause,
 * who did what, and what the next shift gets. Pure; what nobody knows is not in it as if it were nothing.
 */
import type { ReportQuery, ShiftReport } from '../../../src-shared/api/reports.ts';
import type { StoredFact } from '../../../src-shared/domain/case-fact.ts';
import { type CaseKey, type CauseKey, causeOf } from '../../../src-shared/domain/case-keys.ts';
import { coverageFigures, gapLengthInside } from '../../../src-shared/domain/coverage-figures.ts';
import type { Coverage } from '../../../src-shared/domain/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/reconnect.ts';
import type { CaseState } from '../ports/case-book.ts';
import type { Span } from './stay-tally.ts';

/** Of a month there are more lines than anybody reads. */
export const MOST_DEEDS = 500;
export const MOST_OPEN_REQUESTS = 50;
const LONGEST_SPAN_MS = 31 * 24 * 3_600_000;

export type Deeds = ShiftReport['deeds'];

/** The future ends now. `null`: it is no span that a report can be made of. */
export function reportSpan({ from, to }: Pick<ReportQuery, 'from' | 'to'>, now: number): Span | null {
  const end = Math.min(to, now);
  return Number.isFinite(from) && from < end && end - from <= LONGEST_SPAN_MS ? { from, to: end } : null;
}

export function coverageOf(
  coverage: Coverage,
  span: Span,
  now: number,
  liveUntil: number | null,
): ShiftReport['coverage'] {
  const { watchedMs, blindMs, reconnectMs, reconnects } = coverageFigures(coverage, span, now, liveUntil);
  const gaps = coverage.gaps
    .filter((gap) => !isReconnect(gap, now))
    .map((gap) => ({ ...gap, lengthMs: gapLengthInside(gap, span, now) }))
    .filter(({ lengthMs }) => lengthMs > 0)
    .map(({ from, to, lengthMs, reason }) => ({ from, to, lengthMs, reason }));
  const unknownMs = Math.max(0, span.to - span.from - watchedMs - blindMs - reconnectMs);
  return { watchedMs, blindMs, reconnectMs, unknownMs, gaps, reconnects };
}

/** Lines of what people did, oldest first; the newest where there are more than anybody reads. */
export class DeedLines {
  readonly #span: Span;
  readonly #lines: { line: Deeds[number]; readonly keys: readonly CaseKey[] }[] = [];
  #more = 0;

  constructor(span: Span) {
    this.#span = span;
  }

  add({ at, author, deed, text, subjects }: StoredFact): void {
    // Having seen a reminder is nothing that anybody hands over.
    if (at < this.#span.from || at >= this.#span.to || deed.kind === 'reminded') return;
    const causes = subjects.filter((subject): subject is CauseKey => subject.startsWith('cause:'));
    const keys = subjects.filter((subject): subject is CaseKey => !subject.startsWith('cause:'));
    const cause = causes.length === 1 ? causeOf(causes[0] ?? '') : null;
    const key = causes.length === 0 && keys.length === 1 ? (keys[0] ?? null) : null;
    const last = this.#lines.at(-1);
    if (last !== undefined && isSame(last.line, { at, author, deed, text })) {
      const line = { ...last.line, cases: last.line.cases + keys.length, cause: null, key: null };
      this.#lines[this.#lines.length - 1] = { line, keys: [...last.keys, ...keys] };
      return;
    }
    const line = { at, author, deed, text, cases: keys.length, cause, key, failedAgainAt: null };
    this.#lines.push({ line, keys });
    if (this.#lines.length > MOST_DEEDS) {
      this.#lines.shift();
      this.#more += 1;
    }
  }

  get more(): number {
    return this.#more;
  }

  /** Cases that are looked up for what became of them: of a deed on many of them nobody says it one by one. */
  get keys(): CaseKey[] {
    return [...new Set(this.#lines.flatMap(({ keys }) => (keys.length <= MOST_FOLLOWED ? keys : [])))];
  }

  /** @param failures of these cases, when; UTC epoch ms */
  lines(cases: ReadonlyMap<CaseKey, CaseState>, failures: ReadonlyMap<CaseKey, readonly number[]>): Deeds {
    return this.#lines
      .map(({ line, keys }) => {
        const after = keys.length > MOST_FOLLOWED ? [] : keys.flatMap((key) => failures.get(key) ?? []);
        const again = after.filter((at) => at > line.at && at < this.#span.to);
        const isTold = line.deed.kind === 'retried' || line.deed.kind === 'done';
        return {
          ...line,
          cause: line.cause ?? commonCause(keys, cases),
          failedAgainAt: isTold && again.length > 0 ? Math.min(...again) : null,
        };
      })
      .toSorted((one, other) => one.at - other.at);
  }
}

const MOST_FOLLOWED = 50;

function commonCause(keys: readonly CaseKey[], cases: ReadonlyMap<CaseKey, CaseState>): Deeds[number]['cause'] {
  const causes = new Set(keys.map((key) => cases.get(key)?.cause ?? null));
  const [cause = null] = causes;
  return causes.size === 1 && cause !== null ? causeOf(cause) : null;
}

function isSame(one: Deeds[number], other: Pick<StoredFact, 'at' | 'author' | 'deed' | 'text'>): boolean {
  return (
    one.at === other.at &&
    one.author.id === other.author.id &&
    one.text === other.text &&
    JSON.stringify(one.deed) === JSON.stringify(other.deed)
  );
}
