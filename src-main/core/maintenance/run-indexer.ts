/**
 * Has the search index made of what is stored, behind everything else: a piece at a time, with a pause as long as each
 * piece, and when nothing is left its thread ends soon, until there is enough again. What arrives never waits for it, and what
 * it has not reached yet is looked through directly: so that a failure of it is said once, tried again, and no more.
 */
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';

export interface RunIndexerParts {
  readonly indexer: EventStore['indexer'];
  readonly clock: Clock;
  readonly log: Log;
  /** Events were stored. */
  readonly committed: ChangeSignal;
  readonly newestSeq: () => number;
  /** What was kept from before is being brought back: until that is over nothing is taken in. */
  readonly isRepairing: () => boolean;
  /** Whether it is may have changed. */
  readonly transitions: ChangeSignal;
}

/** Whoever starts the program waits for its first page. */
const START_DELAY_MS = 2_000;
/** A piece is followed by a pause as long as itself, half a core at most, and small pieces are a trickle. */
const PAUSE_MS = 20;
/** Looking through so many directly takes some milliseconds, and a thread is not started at once for less. */
const ENOUGH_EVENTS = 1_024;
/** Fewer wait for so long; among so many there is a block that is full. */
const MIN_EVENTS_DELAY_MS = 60_000;
const MIN_EVENTS = 64;
/** Where as many come each few seconds the thread stays: to start it takes as long as to take them in. */
const LINGER_MS = 10_000;
/** What retention has emptied is no event that is stored. */
const POLL_INTERVAL_MS = 3_600_000;
const RETRY_MS = 60_000;

/** When it was last begun. */
interface Reached {
  readonly seq: number;
  readonly isMending: boolean;
}

/** Resolves when the signal is aborted, and only then. */
export async function runIndexer(parts: RunIndexerParts, signal: AbortSignal): Promise<void> {
  const { clock, log, indexer, newestSeq } = parts;
  let isFailing = false;
  await pause(START_DELAY_MS, parts, signal);
  /* oxlint-disable no-await-in-loop -- one piece after the other, that is the point */
  while (!signal.aborted) {
    const reached = { seq: newestSeq(), isMending: parts.isRepairing() };
    try {
      for (let more = true; more && !signal.aborted;) {
        const beganAt = clock.monotonic();
        more = await indexer.index();
        if (more) await pause(Math.max(PAUSE_MS, clock.monotonic() - beganAt), parts, signal);
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing && !signal.aborted)
        log.warn('what is stored could not be indexed for searching yet: it is looked through directly', { error });
      isFailing = true;
    }
    if (!isFailing && (await waitForWork(reached, LINGER_MS, parts, signal))) continue;
    await indexer.stop().catch(() => undefined);
    if (isFailing) await pause(RETRY_MS, parts, signal);
    else await waitForWork(reached, POLL_INTERVAL_MS, parts, signal);
  }
  /* oxlint-enable no-await-in-loop */
}

async function pause(ms: number, { clock }: RunIndexerParts, signal: AbortSignal): Promise<void> {
  await clock.sleep(ms, signal).catch(() => undefined);
}

/** What came back is under seqs from before: not one of them is new. */
async function untilRepaired(
  wasMending: boolean,
  { isRepairing, transitions }: RunIndexerParts,
  signal: AbortSignal,
): Promise<true> {
  for (let was = wasMending; ;) {
    const { revision } = transitions;
    const is = isRepairing();
    if (was && !is) return true;
    was = is;
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    await transitions.changedSince(revision, signal);
  }
}

/** Until there is as much behind what was reached as is worth it, or mending is done, or the time is over; whether there is. */
async function waitForWork(
  reached: Reached,
  withinMs: number,
  parts: RunIndexerParts,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, committed, newestSeq } = parts;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const has = async (events: number): Promise<boolean> => {
    for (let { revision } = committed; newestSeq() < reached.seq + events; { revision } = committed)
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      await committed.changedSince(revision, either);
    return true;
  };
  const ends = [
    has(ENOUGH_EVENTS),
    clock.sleep(MIN_EVENTS_DELAY_MS, either).then(async () => has(MIN_EVENTS)),
    clock.sleep(withinMs, either).then(() => false),
    untilRepaired(reached.isMending, parts, either),
  ];
  const isWorth = await Promise.race(ends).catch(() => false);
  over.abort(new Error('there is something to index, or to look for'));
  await Promise.allSettled(ends);
  return isWorth;
}
