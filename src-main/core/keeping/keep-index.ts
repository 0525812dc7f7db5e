/**
 * Has the search index made of what is stored, behind everything else: a piece at a time, with a pause as long as each
 * piece, and when nothing is left its thread ends until there is enough again. What arrives never waits for it, and what
 * it has not reached yet is looked through directly: so that a failure of it is said once, tried again, and no more.
 */
import type { Changes } from '../lib/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';

export interface IndexKeepingParts {
  readonly indexer: EventStore['indexer'];
  readonly clock: Clock;
  readonly log: Log;
  /** Events were stored. */
  readonly stored: Changes;
  readonly newestSeq: () => number;
}

/** Whoever starts the program waits for its first page. */
const FIRST_MS = 2_000;
/** A piece is followed by a pause as long as itself, half a core at most, and small pieces are a trickle. */
const PAUSE_MS = 20;
/** Looking through so many directly takes a moment, and a thread is not started for less. */
const WORTH_EVENTS = 4_096;
/** What retention has emptied, and what came back after damage, is no event that is stored. */
const LOOK_MS = 3_600_000;
const RETRY_MS = 60_000;

/** Resolves when the signal is aborted, and only then. */
export async function keepIndex(parts: IndexKeepingParts, signal: AbortSignal): Promise<void> {
  const { clock, log, indexer, newestSeq } = parts;
  let isFailing = false;
  await pause(FIRST_MS, parts, signal);
  /* oxlint-disable no-await-in-loop -- one piece after the other, that is the point */
  while (!signal.aborted) {
    const reached = newestSeq();
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
    await indexer.rest().catch(() => undefined);
    if (isFailing) await pause(RETRY_MS, parts, signal);
    else await untilWorth(reached, parts, signal);
  }
  /* oxlint-enable no-await-in-loop */
}

async function pause(ms: number, { clock }: IndexKeepingParts, signal: AbortSignal): Promise<void> {
  await clock.sleep(ms, signal).catch(() => undefined);
}

/** Until there is as much behind the seq as is worth a thread, or a while has passed. */
async function untilWorth(reached: number, parts: IndexKeepingParts, signal: AbortSignal): Promise<void> {
  const { clock, stored, newestSeq } = parts;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const enough = async (): Promise<void> => {
    for (let { revision } = stored; newestSeq() < reached + WORTH_EVENTS; { revision } = stored)
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      await stored.beyond(revision, either);
  };
  const ends = [enough(), clock.sleep(LOOK_MS, either)];
  await Promise.race(ends).catch(() => undefined);
  over.abort(new Error('there is something to index, or to look for'));
  await Promise.allSettled(ends);
}
