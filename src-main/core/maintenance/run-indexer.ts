/**
 * Runs the search indexer in the background: a batch at a time, with a pause as long as each batch. New events never wait
 * for it. Searches read texts that are not indexed yet directly, so a failure is only logged once and retried.
 */
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';

export interface RunIndexerParts {
  readonly indexer: EventStore['indexer'];
  readonly clock: Clock;
  readonly log: Log;
  readonly committed: ChangeSignal;
  readonly newestSeq: () => number;
  readonly isRepairing: () => boolean;
  readonly transitions: ChangeSignal;
}

/** Delay after the start, so that the first page loads sooner. */
const START_DELAY_MS = 2_000;
/** Minimum pause. A batch is followed by a pause as long as itself, so the indexer uses at most half a core. */
const PAUSE_MS = 20;
/** Reading fewer texts directly takes some milliseconds, which is not worth a batch. */
const ENOUGH_EVENTS = 1_024;
/** Fewer events than `ENOUGH_EVENTS` wait this long. `MIN_EVENTS` is the size of a block. */
const MIN_EVENTS_DELAY_MS = 60_000;
const MIN_EVENTS = 64;
/** Maximum time between two runs. A run also removes blocks from the index that retention emptied. */
const POLL_INTERVAL_MS = 3_600_000;
const RETRY_MS = 60_000;

interface Reached {
  readonly seq: number;
  readonly wasRepairing: boolean;
}

export async function runIndexer(parts: RunIndexerParts, signal: AbortSignal): Promise<void> {
  const { clock, log, indexer, newestSeq } = parts;
  let isFailing = false;
  await pause(START_DELAY_MS, parts, signal);
  while (!signal.aborted) {
    const reached = { seq: newestSeq(), wasRepairing: parts.isRepairing() };
    try {
      for (let more = true; more && !signal.aborted;) {
        const startedAt = clock.monotonic();
        more = await indexer.index();
        if (more) await pause(Math.max(PAUSE_MS, clock.monotonic() - startedAt), parts, signal);
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing && !signal.aborted)
        log.warn('the search index could not be updated yet; searches read the store directly', { error });
      isFailing = true;
    }
    if (isFailing) await pause(RETRY_MS, parts, signal);
    else await waitForWork(reached, parts, signal);
  }
}

async function pause(ms: number, { clock }: RunIndexerParts, signal: AbortSignal): Promise<void> {
  await clock.sleep(ms, signal).catch(() => undefined);
}

/** Resolves when a repair has ended. Restored events have old seqs, so the newest seq does not show them. */
async function untilRepaired(
  wasRepairing: boolean,
  { isRepairing, transitions }: RunIndexerParts,
  signal: AbortSignal,
): Promise<void> {
  for (let was = wasRepairing; ;) {
    const { revision } = transitions;
    const is = isRepairing();
    if (was && !is) return;
    was = is;
    await transitions.changedSince(revision, signal);
  }
}

/** Waits for enough new events, the end of a repair, or the poll interval. */
async function waitForWork(reached: Reached, parts: RunIndexerParts, signal: AbortSignal): Promise<void> {
  const { clock, committed, newestSeq } = parts;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const has = async (events: number): Promise<void> => {
    for (let { revision } = committed; newestSeq() < reached.seq + events; { revision } = committed)
      await committed.changedSince(revision, either);
  };
  const ends = [
    has(ENOUGH_EVENTS),
    clock.sleep(MIN_EVENTS_DELAY_MS, either).then(async () => has(MIN_EVENTS)),
    clock.sleep(POLL_INTERVAL_MS, either),
    untilRepaired(reached.wasRepairing, parts, either),
  ];
  await Promise.race(ends).catch(() => undefined);
  over.abort(new Error('there are events to index or a search to run'));
  await Promise.allSettled(ends);
}
