/**
 * The follower of cases as this side has it where a thread does the work: says what was stored, hears how far it is, and
 * takes nothing itself. A thread that died is told everything again.
 */
import type { CauseKey } from '../../../src-shared/domain/case.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { Changes } from '../lib/changes.ts';
import type { BookPosition, GroupState } from '../ports/case-book.ts';
import type { CaseFollowingThread, FollowingTold } from '../ports/case-following.ts';
import { CasePieces } from './case-pieces.ts';
import { type CaseFollower, type FollowCasesParts, RETRY_MS } from './follow-cases.ts';

/** Wherever it works. */
export type FollowsCases = Pick<CaseFollower, 'changes' | 'looked' | 'groups' | 'forget' | 'caughtUp' | 'run'>;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}

export class FollowedElsewhere implements FollowsCases {
  /** After each commit, and where it is caught up. */
  readonly changes = new Changes();
  readonly #thread: CaseFollowingThread;
  readonly #parts: Omit<FollowCasesParts, 'book'>;
  readonly #wishes = new Map<number, Waiting>();
  #lastWish = 0;
  #looked: BookPosition | null = null;
  #groups = new Map<CauseKey, GroupState>();
  /** While it is to follow. */
  #running: AbortSignal | null = null;
  #isReady = false;
  /** It was told to, since it was ready. */
  #isFollowing = false;

  constructor(thread: CaseFollowingThread, parts: Omit<FollowCasesParts, 'book'>) {
    this.#thread = thread;
    this.#parts = parts;
    thread.hear((told) => this.#hear(told));
  }

  get looked(): BookPosition | null {
    return this.#looked;
  }

  get groups(): ReadonlyMap<CauseKey, GroupState> {
    return this.#groups;
  }

  forget(): void {
    this.#thread.calls.forget().catch((error: unknown) => this.#failed(error));
  }

  async caughtUp(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const wish = (this.#lastWish += 1);
    signal.addEventListener('abort', resolve, { once: true });
    this.#wishes.set(wish, { resolve, reject });
    if (this.#isFollowing) this.#thread.calls.wish(wish).catch(reject);
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', resolve);
      this.#wishes.delete(wish);
    }
  }

  /** Resolves when the signal is aborted and nothing is taken any more. */
  async run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { stored, clock } = this.#parts;
    const { calls } = this.#thread;
    this.#running = signal;
    // Somebody else was the first who asked the thread for anything.
    if (this.#isReady) void this.#follow();
    /* oxlint-disable no-await-in-loop -- one word after the other */
    while (!signal.aborted) {
      const seen = stored.revision;
      try {
        await calls.look();
        await stored.beyond(seen, signal);
      } catch (error) {
        if (signal.aborted) break;
        this.#failed(error);
        await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      }
    }
    /* oxlint-enable no-await-in-loop */
    this.#running = null;
    await calls.rest().catch(() => undefined);
  }

  #hear(told: FollowingTold): void {
    switch (told.kind) {
      case 'ready':
        void this.#follow();
        return;
      case 'taken':
        this.#looked = told.to;
        if (told.isAll) this.#groups = new Map();
        for (const group of told.groups) this.#groups.set(group.key, group);
        this.changes.notify();
        return;
      case 'caught-up':
        this.#wishes.get(told.wish)?.resolve();
        return;
      case 'not-caught-up':
        this.#wishes.get(told.wish)?.reject(told.error);
        return;
      case 'failed':
        void this.#meet(told.error);
        return;
      default:
        assertNever(told);
    }
  }

  async #follow(): Promise<void> {
    const signal = this.#running;
    this.#isFollowing = false;
    this.#isReady = signal === null;
    if (signal === null) return;
    const { calls } = this.#thread;
    try {
      await this.#parts.settled(signal);
      await calls.follow(this.#parts.silenceMs);
      this.#isFollowing = true;
      await Promise.all(Array.from(this.#wishes.keys(), (wish) => calls.wish(wish)));
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /** Whoever reads the events here has damage mended; a thread with a connection of its own cannot say so. */
  async #meet(error: Error): Promise<void> {
    const signal = this.#running;
    if (signal !== null && error instanceof AppError && error.code === 'STORE_DAMAGED') {
      const pieces = new CasePieces(this.#parts.scanner, this.#looked ?? { cursor: 0, facts: 0 });
      // oxlint-disable-next-line promise/no-promise-in-callback -- it is none
      await pieces.next(signal).catch(() => undefined);
    }
    this.#failed(error);
  }

  #failed(error: unknown): void {
    this.#parts.log.error('what follows from events could not be kept; it goes on where it was', { error });
    for (const { reject } of this.#wishes.values()) reject(error);
    this.changes.notify();
  }
}
