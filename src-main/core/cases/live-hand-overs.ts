/** Shows live what was handed over to the next shift: a hand-over stays visible while something of it needs an answer. */
import type { HandedOverItem, ShiftHandOver } from '../../../src-shared/api/shift.ts';
import { consequenceKinds, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { FollowedCases } from './projection/followed-cases.ts';
import { type HandOverAction, ShiftHandOvers } from './shift-hand-overs.ts';
import { DAY_MS, HOUR_MS } from '../../../src-shared/lib/durations.ts';

interface LiveHandOversParts {
  readonly scanner: Pick<EventReader, 'actions'>;
  readonly followed: Pick<FollowedCases, 'changes' | 'groups' | 'processedThrough'>;
  readonly clock: Clock;
}

/** An answered hand-over is of interest to the shift that accepted it. */
const ANSWERED_SHOWN_MS = 12 * HOUR_MS;
/** After a week what is still open is known to every shift. */
const SHOWN_MS = 7 * DAY_MS;
const MAX_SHOWN = 20;
const BATCH_SIZE = 500;
const MIN_INTERVAL_MS = 1_000;
/** Hand-overs grow old without a change. */
const MAX_INTERVAL_MS = 60_000;

interface Read {
  readonly found: ShiftHandOvers;
  through: number;
}

export class LiveHandOvers {
  readonly #parts: LiveHandOversParts;
  readonly #inOrder = createSequencer();
  #read: Read = nothingRead();

  constructor(parts: LiveHandOversParts) {
    this.#parts = parts;
  }

  forget(): void {
    this.#read = nothingRead();
  }

  subscribe(ends: AbortSignal): StateFeed<ShiftHandOver[]> {
    const { clock, followed } = this.#parts;
    return stateFeed(
      {
        clock,
        changes: () => [followed.changes],
        read: () => this.#inOrder(() => this.#present()),
        minIntervalMs: MIN_INTERVAL_MS,
        maxIntervalMs: () => MAX_INTERVAL_MS,
      },
      ends,
    );
  }

  async #present(): Promise<ShiftHandOver[]> {
    const found = await this.#readThrough();
    const now = this.#parts.clock.now();
    return found
      .list()
      .filter(({ at }) => at >= now - SHOWN_MS)
      .map((handOver) => this.#shown(handOver))
      .filter(({ at, items }) => at >= now - ANSWERED_SHOWN_MS || items.some(({ state }) => needsAnswer(state)))
      .slice(0, MAX_SHOWN);
  }

  /** Reads the actions that the groups have, and no others, so that both agree. */
  async #readThrough(): Promise<ShiftHandOvers> {
    const { scanner, followed } = this.#parts;
    for (;;) {
      const to = followed.processedThrough?.actions ?? 0;
      // The projection is being rebuilt.
      if (this.#read.through > to) this.forget();
      const read = this.#read;
      if (read.through === to) return read.found;
      const actions = await scanner.actions(read.through, Math.min(BATCH_SIZE, to - read.through));
      for (const action of actions) if (action.number <= to) read.found.add(action);
      read.through = Math.min(to, actions.at(-1)?.number ?? to);
    }
  }

  #shown({ items, ...handOver }: HandOverAction): ShiftHandOver {
    const { groups } = this.#parts.followed;
    return {
      ...handOver,
      items: [...items].flatMap(([key, state]): HandedOverItem[] => {
        const cause = parseCauseKey(key);
        if (cause === null) return [];
        const group = groups.get(key);
        // A group that ended has lost its hand-over, also if it failed again.
        if (state.kind !== 'accepted' && group?.standing.handOver !== handOver.id)
          return [{ key, cause, consequence: null, open: 0, state: { kind: 'ended' } }];
        const consequence = consequenceKinds[group?.worst ?? -1] ?? null;
        return [{ key, cause, consequence, open: group?.open ?? 0, state }];
      }),
    };
  }
}

const nothingRead = (): Read => ({ found: new ShiftHandOvers(), through: 0 });
const needsAnswer = ({ kind }: HandedOverItem['state']) => kind === 'waiting' || kind === 'declined';
