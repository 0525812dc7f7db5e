/**
 * Lists the attempts that a figure counts. Walks the stored events of its days, newest first, and keeps those that last set
 * the outcome of an attempt with the values of the figure.
 */
import type * as z from 'zod';
import type { attemptsInputSchema, CountedAttempts } from '../../../src-shared/api/quality/figures.ts';
import { caseKeyOf, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import type { Filter, FilterTerm } from '../../../src-shared/domain/filter/filter.ts';
import {
  combinationKey,
  type DayTally,
  isEnding,
  parseCombination,
} from '../../../src-shared/domain/quality/day-tally.ts';
import type { CountedEnding } from '../../../src-shared/domain/quality/ending.ts';
import { qualityLines, recoveredAfterRetries, valueOf } from '../../../src-shared/domain/quality/quality-lines.ts';
import { retryClass } from '../../../src-shared/domain/quality/recovery-time.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { LOCALIZATION_KIND, REQUEST_KIND } from '../../../src-shared/service/event-vocabulary.ts';
import { countedAttempt } from '../cases/projection/attempt-tally.ts';
import type { CaseProjectionReader, CaseState } from '../ports/case-projection.ts';
import type { EventReader } from '../ports/event-store.ts';

interface AttemptParts {
  readonly scanner: Pick<EventReader, 'coverage' | 'summaries'>;
  readonly projection: Pick<CaseProjectionReader, 'toldBy'>;
  readonly silenceMs: number;
}

interface AttemptsQuery extends Omit<z.infer<typeof attemptsInputSchema>, 'from' | 'to'> {
  readonly days: { readonly from: number; readonly to: number };
  readonly tallies: readonly DayTally[];
  readonly firstStored: number;
}

const PAGE_ROWS = 100;
const BATCH_EVENTS = 200;
/** A figure may count one of many thousand events. The caller then continues. */
const MAX_BATCHES = 50;

/** @throws AppError STORE_… */
export async function countedAttempts(
  { scanner, projection, silenceMs }: AttemptParts,
  query: AttemptsQuery,
  signal?: AbortSignal,
): Promise<CountedAttempts> {
  const { kind, by, values, tallies, firstStored, retries } = query;
  const countIn = (isIn: (day: number) => boolean): number => {
    if (retries !== null) return recoveredAfterRetries(tallies.filter(({ day }) => isIn(day)))[retries.class] ?? 0;
    const { total, lines } = qualityLines(
      tallies.filter(({ day }) => isIn(day)),
      kind,
      by,
    );
    const line = by.length === 0 ? total : lines.find((each) => isSame(each.values, values));
    return query.endings.reduce(
      (sum, ending) =>
        sum + (line === undefined ? 0 : ending === 'weakened' ? (line.weakened ?? 0) : line.endings[ending]),
      0,
    );
  };
  const counts = { total: countIn((day) => day >= firstStored), removed: countIn((day) => day < firstStored) };
  const span = { from: Math.max(query.days.from, firstStored) * DAY_MS, to: (query.days.to + 1) * DAY_MS - 1 };
  const attempts: CountedAttempts['attempts'] = [];
  let next: number | null = counts.total === 0 ? null : (query.before ?? Number.MAX_SAFE_INTEGER);
  if (next === null) return { attempts, next, ...counts };
  const coverage = await scanner.coverage({ from: span.from - DAY_MS, to: span.to });
  const gaps = coverage.gaps.filter((gap) => gap.to !== null && !isReconnect(gap, gap.to));
  const filter = eventsOf(query, span);
  for (let batch = 0; next !== null && batch < MAX_BATCHES && attempts.length < PAGE_ROWS; batch += 1) {
    const found = await scanner.summaries({ filter, direction: 'older', from: next, limit: BATCH_EVENTS }, signal);
    const events = new Map(found.rows.map((event) => [event.seq, event]));
    const told = await projection.toldBy(found.rows.map((event) => ({ key: caseKeyOf(event), seq: event.seq })));
    for (const { seq, state } of told) {
      const event = events.get(seq);
      if (event === undefined) continue;
      const counted = countedAttempt(asToldBy(event, state), gaps, silenceMs);
      const named = parseCombination(combinationKey(counted.named));
      const hour = String(counted.slot).padStart(2, '0');
      const own = by.map((field) => valueOf(field, named, counted.day, hour));
      if (!isEnding(named.of) || named.kind !== kind || !isSame(own, values)) continue;
      if (!query.endings.includes(named.of) && !(counted.isWeakened && query.endings.includes('weakened'))) continue;
      const { key, run } = state;
      if (retries !== null && !(run.isRecovery && retryClass(run.retry) === retries.class)) continue;
      const { of: ending, country, cause } = named;
      attempts.push({
        seq,
        at: run.toldAt,
        key,
        number: run.number,
        ending,
        country,
        cause,
        isWeakened: counted.isWeakened,
      });
    }
    next = found.next;
  }
  return { attempts, next, ...counts };
}

function isSame(one: readonly (string | null)[], other: readonly (string | null)[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** The case may have another principal by now. */
function asToldBy({ principal }: EventSummary, state: CaseState): CaseState {
  return state.kind === 'request' || principal === null ? state : { ...state, principal };
}

/** Contains each event that the figure may count. */
function eventsOf({ kind, by, values, endings }: AttemptsQuery, span: { from: number; to: number }): Filter {
  const isLocalization = kind === 'localization';
  const terms: FilterTerm[] = [
    { kind: 'since', time: { kind: 'at', at: span.from } },
    { kind: 'until', time: { kind: 'at', at: span.to } },
    valueTerm('kind', [isLocalization ? LOCALIZATION_KIND : REQUEST_KIND]),
  ];
  const outcomes = endings.map(outcomeOf);
  if (!outcomes.includes(null))
    terms.push(
      valueTerm(
        'outcome',
        outcomes.filter((outcome) => outcome !== null),
      ),
    );
  const cause = values[by.indexOf('cause')];
  const named = cause == null ? null : parseCauseKey(cause);
  const step = named === null ? values[by.indexOf('step')] : named.operation;
  // A longer name may have been cut. A request has the operation and the code of its resources.
  if (isLocalization && step != null && step !== '' && step.length < 40) terms.push(valueTerm('operation', [step]));
  return { terms };
}

function valueTerm(field: 'kind' | 'outcome' | 'operation', values: string[]): FilterTerm {
  return { kind: 'value', field, values, negated: false };
}

/** Null: the events may have any, or none. */
function outcomeOf(ending: CountedEnding): Outcome | null {
  if (ending === 'unknown' || ending === 'weakened') return null;
  return ending === 'open' ? 'in-progress' : ending;
}
