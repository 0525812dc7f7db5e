/**
 * Publishes the board at most twice a second, and once a minute, because ages and deadlines change by time alone. It
 * shows if events are not applied yet or cannot be read: an empty board must not be mistaken for a calm one.
 */
import { OUTCOME_EVENTS } from '../../../src-shared/domain/filter/class-filters.ts';
import type { Board, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';
import type { BoardSnapshot, CaseProjectionReader, GroupAggregate } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { readCount } from '../timeline/tallies.ts';
import { boardOf, type GroupDetails, shownGroups } from './board.ts';
import type { Deadlines } from './deadlines.ts';
import { summaryOf, type CaseContext } from './case-summary.ts';
import type { FollowedCases } from './projection/followed-cases.ts';
import type { ProviderSentenceCache } from './provider-sentence-cache.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

export interface LiveBoardParts {
  readonly projection: CaseProjectionReader;
  readonly scanner: Pick<EventReader, 'extent' | 'count'>;
  readonly followed: Pick<FollowedCases, 'changes' | 'processedThrough'>;
  readonly providerSentences: ProviderSentenceCache;
  readonly context: () => Promise<CaseContext>;
  readonly deadlines: Pick<Deadlines, 'of' | 'changes'>;
  readonly clock: Clock;
  readonly log: Log;
}

const MIN_INTERVAL_MS = 500;
const MAX_INTERVAL_MS = 60_000;
const RETRY_MS = 5_000;
/** Fine steps show the course of a storm. Other groups show a day. */
const RECENT = { stepMs: 20_000, steps: 90 };
const DAY = { stepMs: 1_800_000, steps: 48 };
/** Begins up to five minutes later than an hour ago. */
const HOUR = { stepMs: 300_000, steps: 12 };
const EMPTY_SNAPSHOT: BoardSnapshot = { position: { cursor: 0, actions: 0 }, groups: [], others: [], endedWell: 0 };

interface CachedBoard {
  readonly revision: number;
  readonly at: number;
  readonly board: Promise<Board>;
}

export class LiveBoard {
  readonly #parts: LiveBoardParts;
  #made: CachedBoard | null = null;
  #isFailing = false;

  constructor(parts: LiveBoardParts) {
    this.#parts = parts;
  }

  subscribe(ends: AbortSignal): StateFeed<Board> {
    const { clock, followed, deadlines } = this.#parts;
    const maxIntervalMs = (board: Board) => dueIn(board, this.#isFailing, clock.now());
    const timing = { clock, maxIntervalMs, minIntervalMs: MIN_INTERVAL_MS };
    return stateFeed(
      { ...timing, changes: () => [followed.changes, deadlines.changes], read: () => this.#present() },
      ends,
    );
  }

  /** All subscribers share a board that was read less than 500 ms ago, unless the projection has changed. */
  #present(): Promise<Board> {
    const { clock, followed, deadlines } = this.#parts;
    const revision = followed.changes.revision + deadlines.changes.revision;
    const at = clock.monotonic();
    const made = this.#made;
    if (made !== null && made.revision === revision && at - made.at < MIN_INTERVAL_MS) return made.board;
    const board = this.#read();
    this.#made = { revision, at, board };
    return board;
  }

  async #read(): Promise<Board> {
    const { clock, log, deadlines } = this.#parts;
    try {
      const board = await this.#readBoard();
      this.#isFailing = false;
      return board;
    } catch (error) {
      if (!this.#isFailing) log.warn('open cases cannot be read; the board shows no all-clear', { error });
      this.#isFailing = true;
      return boardOf({ snapshot: EMPTY_SNAPSHOT, now: clock.now(), upTo: 0, behind: 1, details: new Map(), deadlines });
    }
  }

  async #readBoard(): Promise<Board> {
    const { projection, scanner, followed, clock, deadlines } = this.#parts;
    const now = clock.now();
    // A commit during the read moves the position, and the counts do not include those events.
    const { processedThrough } = followed;
    // Until the projection is loaded, its content may belong to other events.
    const snapshot = processedThrough === null ? EMPTY_SNAPSHOT : await projection.board(now, now - DAY_MS);
    const upTo = Math.max(snapshot.position.cursor, processedThrough?.cursor ?? 0);
    const { newestSeq } = await scanner.extent();
    const behind =
      newestSeq <= upTo ? 0 : (await readCount(scanner, { filter: OUTCOME_EVENTS, after: upTo, to: newestSeq })).value;
    const details = await this.#moreOf(shownGroups(snapshot), now);
    return boardOf({ snapshot, now, upTo, behind, details, deadlines });
  }

  async #moreOf(groups: readonly GroupAggregate[], now: number): Promise<ReadonlyMap<CauseKey, GroupDetails>> {
    if (groups.length === 0) return new Map();
    const { providerSentences, context } = this.#parts;
    const [recent, day, hour, around] = await Promise.all([
      this.#sparks(groups, RECENT, now),
      this.#sparks(groups, DAY, now),
      this.#sparks(groups, HOUR, now),
      context(),
    ]);
    const more = new Map<CauseKey, GroupDetails>();
    for (const aggregate of groups) {
      const { key } = aggregate.state;
      more.set(key, {
        provider: await providerSentences.forGroup(aggregate),
        recent: recent(key),
        day: day(key),
        lastHour: hour(key).counts.reduce((sum, count) => sum + count, 0),
        only: aggregate.only === null ? null : summaryOf(aggregate.only, aggregate.state, around),
      });
    }
    return more;
  }

  /** Steps start at round times, so that bars grow and do not shift. */
  async #sparks(
    groups: readonly GroupAggregate[],
    { stepMs, steps }: typeof DAY,
    now: number,
  ): Promise<(key: CauseKey) => FailureGroup['spark']> {
    const from = (Math.floor(now / stepMs) + 1 - steps) * stepMs;
    const keys = groups.map(({ state }) => state.key);
    const sparks = await this.#parts.projection.sparks({ keys, from, stepMs, steps });
    const counts = new Map(sparks.map((spark) => [spark.key, [...spark.counts]]));
    return (key) => ({ from, stepMs, counts: counts.get(key) ?? [] });
  }
}

function dueIn({ groups }: Board, isFailing: boolean, now: number): number {
  const ends = groups.flatMap(({ mute, remindAt, deadline }) => [
    mute?.kind === 'time' ? mute.at : null,
    remindAt,
    deadline?.at ?? null,
  ]);
  const ahead = ends.filter((at) => at !== null && at > now).map((at) => (at ?? now) - now);
  return Math.min(isFailing ? RETRY_MS : MAX_INTERVAL_MS, ...ahead);
}
