/** Replays the stored history of a span with several sets of alarm rules at once. */
import { appError } from '../../../../src-shared/api/errors.ts';
import type { Span } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';
import { localTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventReader } from '../../ports/event-store.ts';
import { walk } from '../../timeline/walk.ts';
import type { CompiledRule } from '../alarm-rules.ts';
import { eventsOfRules } from '../matched-events.ts';
import { type AlarmConfiguration, AlarmReplay, type Call } from './alarm-replay.ts';
import { type HistorySources, readHistory } from './recorded-history.ts';
import { HistoryReplay, type TakenGroup } from './replay-history.ts';
import { ReplayedCases } from './replayed-cases.ts';

export interface ReplaySources extends HistorySources {
  readonly scanner: HistorySources['scanner'] & Pick<EventReader, 'summaries' | 'extent'>;
  readonly clock: Clock;
}

export interface Replayed {
  readonly calls: readonly Call[];
  readonly missed: number;
}

export interface ReplayedSpan {
  /** Later than asked for if too much is stored. */
  readonly span: Span;
  readonly replayed: readonly Replayed[];
  readonly taken: readonly TakenGroup[];
  readonly estimatedSignals: number;
  readonly firstAt: number | null;
}

const MAX_DAYS = 400;
/** Groups that were failing or overdue when the span began alarmed before it. */
const WARM_UP_MS = DAY_MS;
/** Events that the rules match are in memory at once. */
const BATCH_SEQS = 20_000;

/** @throws AppError STORE_…, BAD_SPAN; the signal's reason */
export async function replaySpan(
  parts: ReplaySources,
  configurations: readonly AlarmConfiguration[],
  { from: asked, to }: Span,
  signal: AbortSignal,
): Promise<ReplayedSpan> {
  const { scanner, clock } = parts;
  if (!(asked < to && to - asked <= MAX_DAYS * DAY_MS)) throw appError('BAD_SPAN', { from: asked, to });
  const history = await readHistory(parts, { from: asked - WARM_UP_MS, to }, signal);
  const begin = history.from;
  const from = begin + WARM_UP_MS;
  const replayed = new ReplayedCases();
  const replays = configurations.map((one) => new AlarmReplay(one, localTimeZone(), replayed));
  const timeline = new HistoryReplay(history, replayed, replays);
  const filter: Filter = { terms: [{ kind: 'since', time: { kind: 'at', at: begin } }] };
  const found = await walk(scanner, { filter, direction: 'newer', limit: 1 }, signal).next();
  const first = found.done === true ? null : found.value;
  const { newestSeq } = await scanner.extent();
  const rules = unionOf(replays);
  const read = (seq: number) => {
    const seqs = { from: Math.min(newestSeq, seq), to: Math.min(newestSeq, seq + BATCH_SEQS) };
    const events = eventsOfRules({ reader: scanner, clock, log: NO_LOG, onRead() {} }, rules, seqs, signal);
    // Awaited a batch later: a failure in between must not be an unhandled one.
    events.catch(() => undefined);
    return events;
  };
  const start = first === null || rules.length === 0 ? newestSeq : first.seq - 1;
  let ahead = read(start);
  for (let seq = start; seq < newestSeq; seq += BATCH_SEQS) {
    const events = await ahead;
    // The store reads the next ones meanwhile.
    ahead = read(seq + BATCH_SEQS);
    for (const named of events) timeline.event(named);
  }
  timeline.advance(to);
  const taken = [...timeline.taken.values()].filter(({ at }) => at >= from);
  return {
    span: { from, to },
    replayed: replays.map(({ calls }, index) => ({
      calls: calls.filter(({ at }) => at >= from),
      missed: taken.filter(({ called }) => called[index] === false).length,
    })),
    taken,
    estimatedSignals: history.estimatedSignals,
    firstAt: first?.receivedAt ?? null,
  };
}

const NO_LOG = { info() {}, warn() {}, error() {} };

/** The rules that are on in any of the configurations. A time that is relative to now always matched a new event. */
function unionOf(replays: readonly AlarmReplay[]): readonly CompiledRule[] {
  const on = replays.flatMap(({ rules }) => rules.filter(({ notify }) => notify.on));
  return [...new Map(on.map((rule) => [rule.id, rule])).values()].map((rule) => ({
    ...rule,
    filter: {
      terms: rule.filter.terms.filter((term) => term.kind !== 'since' || term.time.kind === 'at'),
    },
  }));
}
