/** Reads a team's log into the store of a member, as many entries at once as are there, and wakes those who wait for a part of it. */
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { TeamLog } from '../ports/team-log.ts';
import { type AppliedEntry, applyRead, type TeamChange } from './apply-entry.ts';
import { entryBatches, type ReadEntry } from './entry-batches.ts';
import { committedState, type TeamState } from './team-state.ts';

interface TeamReaderOptions {
  readonly log: Pick<TeamLog, 'read'>;
  readonly clock: Clock;
  readonly state: TeamState;
  /** Commits changes and the state after them in one transaction. A rejection ends the reader. */
  readonly commit: (committed: TeamState, applied: readonly Applied[]) => Promise<void>;
  /** Called after each commit, before anyone that waits wakes. */
  readonly onState: (state: TeamState) => void;
  /** Returns null if the log can be read on. `hole`: found in the log after this state. */
  readonly restore: (state: TeamState, hole: Hole | null, signal: AbortSignal) => Promise<TeamState | null>;
  /** `lost`: position of an entry that the log has not any more. Returns null if the log has this state. */
  readonly rewind: (state: TeamState, lost: number | null, signal: AbortSignal) => Promise<TeamState | null>;
}

export interface Applied {
  readonly change: TeamChange;
  readonly state: TeamState;
}

/** Why a reader cannot go on; null after an abort. */
type ReaderEnd = Extract<AppliedEntry, { kind: 'newer' }> | null;

type Hole = Extract<AppliedEntry, { kind: 'hole' }>;

export class TeamReader {
  readonly #options: TeamReaderOptions;
  readonly #read = new ChangeSignal();
  #state: TeamState;
  #again = new AbortController();
  #lost: number | null = null;

  constructor(options: TeamReaderOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  get state(): TeamState {
    return this.#state;
  }

  get read(): ChangeSignal {
    return this.#read;
  }

  async run(signal: AbortSignal): Promise<ReaderEnd> {
    let end: Hole | ReaderEnd = null;
    for (;;) {
      if (this.#again.signal.aborted) this.#again = new AbortController();
      await this.#start(end?.kind === 'hole' ? end : null, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (signal.aborted) return null;
      const again = this.#again.signal;
      end = await this.#readOn(AbortSignal.any([signal, again]));
      if (again.aborted && !signal.aborted) end = null;
      else if (end?.kind !== 'hole') return end;
    }
  }

  rewind(lost: number): void {
    this.#lost = lost;
    this.#again.abort(new Error('the log has lost its end'));
  }

  async #start(hole: Hole | null, signal: AbortSignal): Promise<void> {
    const { rewind, restore } = this.#options;
    const rewound = await rewind(this.#state, this.#lost, signal);
    this.#lost = null;
    if (rewound !== null) this.#use(rewound);
    const restored = await restore(this.#state, rewound === null ? hole : null, signal);
    if (restored !== null) this.#use(restored);
  }

  async #readOn(signal: AbortSignal): Promise<Hole | ReaderEnd> {
    const { log, commit } = this.#options;
    const from = this.#state.position + 1;
    for await (const batch of entryBatches((either) => log.read(from, either), signal)) {
      for (let at = 0; at < batch.length;) {
        const { applied, count, end } = applyNext(this.#state, batch, at);
        const state = applied.at(-1)?.state;
        if (state !== undefined) {
          await commit(hasOthersBetweenParts(applied) ? state : committedState(state), applied);
          this.#use(state);
        }
        if (end !== null) return end;
        at += count;
      }
    }
    return null;
  }

  #use(state: TeamState): void {
    this.#state = state;
    this.#options.onState(state);
    this.#read.notify();
  }

  /** Waits until the condition holds, at most `withinMs`. Returns false if it does not hold by then, or after an abort. */
  async until(holds: (state: TeamState) => boolean, withinMs: number, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#options;
    const end = clock.elapsed() + withinMs;
    while (!holds(this.#state)) {
      const left = end - clock.elapsed();
      if (left <= 0 || signal.aborted) return false;
      await firstChange(clock, [[this.#read, this.#read.revision]], left, signal);
    }
    return true;
  }
}

/**
 * Entries of other lanes can come between the parts of a large event. A store ignores entries up to a position that it has,
 * so it gets these with their own state, although that has the parts.
 */
const hasOthersBetweenParts = (applied: readonly Applied[]) =>
  applied.some(({ change: { kind }, state }) => state.parts !== null && kind !== 'part' && kind !== 'void');

/** The store applies a transaction in an order of its own, so these changes need one each. */
const isAlone = ({ kind }: TeamChange) => kind === 'taken' || kind === 'offered' || kind === 'history';

function applyNext(
  before: TeamState,
  batch: readonly ReadEntry[],
  from: number,
): { readonly applied: readonly Applied[]; readonly count: number; readonly end: Hole | ReaderEnd } {
  const applied: Applied[] = [];
  let state = before;
  for (let index = from; index < batch.length; index += 1) {
    const one = batch[index];
    if (one === undefined) break;
    const result = applyRead(state, one.entry, one.read);
    if (result.kind === 'repeated') continue;
    if (result.kind !== 'applied') return { applied, count: index - from, end: result };
    if (isAlone(result.change) && applied.length > 0) return { applied, count: index - from, end: null };
    ({ state } = result);
    applied.push({ change: result.change, state });
    if (isAlone(result.change)) return { applied, count: index - from + 1, end: null };
  }
  return { applied, count: batch.length - from, end: null };
}
