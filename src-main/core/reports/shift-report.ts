/** The span, the coverage and the list of actions of a report. Pure. Unknown time stays unknown, and is not blind. */
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { ReportQuery, ShiftReport } from '../../../src-shared/api/reports.ts';
import type { StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import { type CaseKey, isCauseKey, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { coverageFigures, gapOverlapMs } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { MAX_REPORT_SPAN_MS } from '../../../src-shared/domain/report-span.ts';
import type { CaseState } from '../ports/case-projection.ts';

/** A report of a month would have more lines than a person reads. */
export const MAX_ACTION_LINES = 500;
export const MAX_OPEN_REQUESTS = 50;

export type ActionLines = ShiftReport['actions'];

/** Ends the span now if it ends in the future. Returns null if the span is empty or too long for a report. */
export function reportSpan({ from, to }: Pick<ReportQuery, 'from' | 'to'>, now: number): Span | null {
  const end = Math.min(to, now);
  return Number.isFinite(from) && from < end && end - from <= MAX_REPORT_SPAN_MS ? { from, to: end } : null;
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
    .map((gap) => ({ ...gap, lengthMs: gapOverlapMs(gap, span, now) }))
    .filter(({ lengthMs }) => lengthMs > 0)
    .map(({ from, to, lengthMs, reason }) => ({ from, to, lengthMs, reason }));
  const unknownMs = Math.max(0, span.to - span.from - watchedMs - blindMs - reconnectMs);
  const { copyMadeAt } = coverage;
  return {
    watchedMs,
    blindMs,
    reconnectMs,
    unknownMs,
    gaps,
    reconnects,
    ...(copyMadeAt === undefined || copyMadeAt >= span.to ? {} : { copyMadeAt }),
  };
}

/** Collects the operator actions of a span, oldest first. If there are too many, keeps the newest. */
export class ActionLinesBuilder {
  readonly #span: Span;
  readonly #lines: { line: ActionLines[number]; readonly keys: readonly CaseKey[] }[] = [];
  #more = 0;

  constructor(span: Span) {
    this.#span = span;
  }

  add({ at, author, what, text, subjects }: StoredActionEntry): void {
    // An acknowledged reminder is not worth handing over.
    if (at < this.#span.from || at >= this.#span.to || what.kind === 'reminded') return;
    const causes = subjects.filter(isCauseKey);
    const keys = subjects.filter((subject): subject is CaseKey => !isCauseKey(subject));
    const cause = causes.length === 1 ? parseCauseKey(causes[0] ?? '') : null;
    const key = causes.length === 0 && keys.length === 1 ? (keys[0] ?? null) : null;
    const last = this.#lines.at(-1);
    if (last !== undefined && isSame(last.line, { at, author, what, text })) {
      const line = { ...last.line, cases: last.line.cases + keys.length, cause: null, key: null };
      this.#lines[this.#lines.length - 1] = { line, keys: [...last.keys, ...keys] };
      return;
    }
    const line = { at, author, what, text, cases: keys.length, cause, key, failedAgainAt: null };
    this.#lines.push({ line, keys });
    if (this.#lines.length > MAX_ACTION_LINES) {
      this.#lines.shift();
      this.#more += 1;
    }
  }

  get more(): number {
    return this.#more;
  }

  /** Cases whose later failures are looked up. An action on many cases is left out. */
  get keys(): CaseKey[] {
    return [...new Set(this.#lines.flatMap(({ keys }) => (keys.length <= MAX_CASES_PER_LINE ? keys : [])))];
  }

  lines(cases: ReadonlyMap<CaseKey, CaseState>, failures: ReadonlyMap<CaseKey, readonly number[]>): ActionLines {
    return this.#lines
      .map(({ line, keys }) => {
        const after = keys.length > MAX_CASES_PER_LINE ? [] : keys.flatMap((key) => failures.get(key) ?? []);
        const again = after.filter((at) => at > line.at && at < this.#span.to);
        const mayFailAgain = line.what.kind === 'retried' || line.what.kind === 'done';
        return {
          ...line,
          cause: line.cause ?? commonCause(keys, cases),
          failedAgainAt: mayFailAgain && again.length > 0 ? Math.min(...again) : null,
        };
      })
      .toSorted((one, other) => one.at - other.at);
  }
}

const MAX_CASES_PER_LINE = 50;

function commonCause(keys: readonly CaseKey[], cases: ReadonlyMap<CaseKey, CaseState>): ActionLines[number]['cause'] {
  const causes = new Set(keys.map((key) => cases.get(key)?.cause ?? null));
  const [cause = null] = causes;
  return causes.size === 1 && cause !== null ? parseCauseKey(cause) : null;
}

function isSame(one: ActionLines[number], other: Pick<StoredActionEntry, 'at' | 'author' | 'what' | 'text'>): boolean {
  return (
    one.at === other.at &&
    one.author.id === other.author.id &&
    one.text === other.text &&
    JSON.stringify(one.what) === JSON.stringify(other.what)
  );
}
