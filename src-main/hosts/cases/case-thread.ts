/**
 * The writing side of a book of cases that follows the events by itself, over a connection of its own that cannot write
 * them. What is read, made of it and written stays in one thread; between two pieces it hears what it is told.
 */
import { setImmediate } from 'node:timers/promises';
import type { CauseKey } from '../../../src-shared/domain/case.ts';
import { type BookWrites, openBookWriter } from '../../adapters/case-book/book-writer.ts';
import type { FollowingTells } from '../../adapters/case-book/following.ts';
import { createSystemClock } from '../../adapters/clock/system-clock.ts';
import { openStoreReader } from '../../adapters/event-store/store-reader.ts';
import { type Callable, failureOf, inThread, type Local, remoteOf, callLocal } from '../../adapters/threads/remote.ts';
import { CaseFollower } from '../../core/cases/follow-cases.ts';
import { Changes } from '../../core/lib/changes.ts';
import type { GroupState } from '../../core/ports/case-book.ts';
import type { CaseFollowing } from '../../core/ports/case-following.ts';
import type { EventReader } from '../../core/ports/event-store.ts';

export interface CaseThreadData {
  readonly path: string;
  /** Of another book that is copied first. */
  readonly from: string | null;
  /** The database of the events. */
  readonly events: string;
}

type Tell = (told: FollowingTells) => void;

/**
 * @param fail ends the thread, so that it is started again: what cannot be told any more, nobody would miss
 * @throws AppError STORE_UNWRITABLE
 */
export function openCaseThread(
  { path, from, events }: CaseThreadData,
  tell: Tell,
  fail: (failure: unknown) => void,
): Callable {
  const writer = openBookWriter(path, { from });
  const following = new Following(writer, events, { tell, fail });
  const thread: Local<BookWrites & CaseFollowing> = {
    position: (basis) => writer.position(basis),
    cases: (keys) => writer.cases(keys),
    groups: () => writer.groups(),
    openOf: (cause) => writer.openOf(cause),
    commit: (commit) => writer.commit(commit),
    tidy: (before) => writer.tidy(before),
    beginAnew: (file) => writer.beginAnew(file),
    follow: (silenceMs) => following.follow(silenceMs),
    look: () => following.stored.notify(),
    wish: (number) => void following.wish(number),
    forget: () => following.follower?.forget(),
    // oxlint-disable-next-line typescript/no-misused-promises -- the one call that is answered when it is over
    rest: () => following.rest(),
    close() {
      following.end();
      writer.close();
    },
  };
  tell({ kind: 'ready' });
  return thread;
}

class Following {
  readonly stored = new Changes();
  follower: CaseFollower | null = null;
  readonly #writer: Local<BookWrites> & Callable;
  readonly #events: ReturnType<typeof inThread<EventReader>>;
  readonly #tell: Tell;
  readonly #fail: (failure: unknown) => void;
  readonly #ending = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #goOn: (() => void) | null = null;
  #told: { readonly groups: ReadonlyMap<CauseKey, GroupState>; readonly states: Map<CauseKey, GroupState> } | null =
    null;

  constructor(
    writer: Local<BookWrites> & Callable,
    events: string,
    { tell, fail }: { readonly tell: Tell; readonly fail: (failure: unknown) => void },
  ) {
    this.#writer = writer;
    this.#events = inThread<EventReader>(() => openStoreReader(events));
    this.#tell = tell;
    this.#fail = fail;
  }

  follow(silenceMs: number): void {
    const goOn = this.#goOn;
    this.#goOn = null;
    if (goOn !== null) goOn();
    if (this.follower !== null) return;
    let isFirst = true;
    const { signal } = this.#ending;
    const quiet = () => undefined;
    const follower = new CaseFollower({
      scanner: breathing<EventReader>(this.#events.remote),
      book: { writer: breathing<BookWrites>(this.#writer) },
      stored: this.stored,
      clock: createSystemClock(),
      log: {
        info: quiet,
        warn: quiet,
        error: (_, facts) => this.#tell({ kind: 'failed', failure: failureOf(facts?.['error']) }),
      },
      silenceMs,
      settled: async () => {
        if (!isFirst) await this.#ready();
        isFirst = false;
      },
    });
    this.follower = follower;
    this.#running = Promise.all([follower.run(signal), this.#tellOn(follower, signal)]).catch(this.#fail);
  }

  /** Before it follows nothing can be said; whoever lets it follow says all wishes again. */
  async wish(wish: number): Promise<void> {
    if (this.follower === null) return;
    try {
      await this.follower.caughtUp(this.#ending.signal);
      this.#tellNow();
      this.#tell({ kind: 'caught-up', wish });
    } catch (error) {
      this.#tell({ kind: 'not-caught-up', wish, failure: failureOf(error) });
    }
  }

  async rest(): Promise<void> {
    this.end();
    await this.#running;
    await this.#events.close();
  }

  /** At once: what is under way meets a closed database, and is not finished. */
  end(): void {
    this.#ending.abort(new Error('the book is closed'));
    this.#goOn?.();
    void this.#events.close();
  }

  async #ready(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      this.#tell({ kind: 'ready' });
    });
  }

  async #tellOn(follower: CaseFollower, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const seen = follower.changes.revision;
        this.#tellNow();
        // oxlint-disable-next-line no-await-in-loop -- one change after the other
        await follower.changes.beyond(seen, signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #tellNow(): void {
    const { follower } = this;
    if (follower === null || follower.looked === null) return;
    const { groups, looked } = follower;
    // Where it began anew there are others.
    const isAll = this.#told?.groups !== groups;
    const states = isAll || this.#told === null ? new Map<CauseKey, GroupState>() : this.#told.states;
    const different = [...groups.values()].filter((group) => states.get(group.key) !== group);
    for (const group of different) states.set(group.key, group);
    this.#told = { groups, states };
    this.#tell({ kind: 'taken', to: looked, groups: different, isAll });
  }
}

/** Between two calls the thread hears what it is told: promises alone would let nobody in before all is taken. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says what is called, and saves an assertion each
function breathing<Port extends object>(target: object): Port {
  return remoteOf<Port>(async (method, args, signal) => {
    await setImmediate();
    signal?.throwIfAborted();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by name, as across a thread
    return callLocal(target as Callable, method, signal === undefined ? args : [...args, signal]);
  });
}
