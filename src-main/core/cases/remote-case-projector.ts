/**
 * Case projector whose work runs in a thread: forwards signals and requests to the thread and receives its progress. A
 * restarted thread receives everything again.
 */
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { CaseProjectionPosition, GroupState } from '../ports/case-projection.ts';
import type { CaseProjectionThread, CaseProjectionMessage } from '../ports/case-projection-thread.ts';
import { CaseBatches } from './case-batches.ts';
import { type LocalCaseProjector, type CaseProjectorParts, RETRY_MS } from './local-case-projector.ts';

export type CaseProjector = Pick<
  LocalCaseProjector,
  'changes' | 'processedThrough' | 'groups' | 'invalidateCache' | 'waitUntilCaughtUp' | 'run'
>;

interface CatchUpWaiter {
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}

export class RemoteCaseProjector implements CaseProjector {
  readonly changes = new ChangeSignal();
  readonly #thread: CaseProjectionThread;
  readonly #parts: Omit<CaseProjectorParts, 'projection'>;
  readonly #waiters = new Map<number, CatchUpWaiter>();
  #lastRequest = 0;
  #position: CaseProjectionPosition | null = null;
  #groups = new Map<CauseKey, GroupState>();
  #running: AbortSignal | null = null;
  #isReady = false;
  /** True if the thread was started since it reported that it is ready. */
  #isFollowing = false;

  constructor(thread: CaseProjectionThread, parts: Omit<CaseProjectorParts, 'projection'>) {
    this.#thread = thread;
    this.#parts = parts;
    thread.onMessage((message) => this.#applyMessage(message));
  }

  get processedThrough(): CaseProjectionPosition | null {
    return this.#position;
  }

  get groups(): ReadonlyMap<CauseKey, GroupState> {
    return this.#groups;
  }

  invalidateCache(): void {
    this.#thread.calls.invalidateCache().catch((error: unknown) => this.#failed(error));
  }

  async waitUntilCaughtUp(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const request = (this.#lastRequest += 1);
    signal.addEventListener('abort', resolve, { once: true });
    this.#waiters.set(request, { resolve, reject });
    if (this.#isFollowing) this.#thread.calls.requestCatchUp(request).catch(reject);
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', resolve);
      this.#waiters.delete(request);
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { committed, clock } = this.#parts;
    const { calls } = this.#thread;
    this.#running = signal;
    if (this.#isReady) void this.#follow();
    while (!signal.aborted) {
      const seen = committed.revision;
      try {
        await calls.notifyCommitted();
        await committed.changedSince(seen, signal);
      } catch (error) {
        if (signal.aborted) break;
        this.#failed(error);
        await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      }
    }
    this.#running = null;
    await calls.stop().catch(() => undefined);
  }

  #applyMessage(message: CaseProjectionMessage): void {
    switch (message.kind) {
      case 'ready':
        void this.#follow();
        return;
      case 'taken':
        this.#position = message.to;
        if (message.isAll) this.#groups = new Map();
        for (const group of message.groups) this.#groups.set(group.key, group);
        this.changes.notify();
        return;
      case 'caught-up':
        this.#waiters.get(message.request)?.resolve();
        return;
      case 'not-caught-up':
        this.#waiters.get(message.request)?.reject(message.error);
        return;
      case 'failed':
        void this.#handleFailure(message.error);
        return;
      default:
        assertNever(message);
    }
  }

  async #follow(): Promise<void> {
    const signal = this.#running;
    this.#isFollowing = false;
    this.#isReady = signal === null;
    if (signal === null) return;
    const { calls } = this.#thread;
    try {
      await this.#parts.waitUntilStable(signal);
      await calls.start(this.#parts.silenceMs);
      this.#isFollowing = true;
      await Promise.all(Array.from(this.#waiters.keys(), (request) => calls.requestCatchUp(request)));
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /**
   * Handles a failure of the thread. If the store is damaged, reads the same events here: that starts the repair, which
   * the thread's own connection cannot do.
   */
  async #handleFailure(error: Error): Promise<void> {
    const signal = this.#running;
    if (signal !== null && error instanceof AppError && error.code === 'STORE_DAMAGED') {
      const batches = new CaseBatches(this.#parts.scanner, this.#position ?? { cursor: 0, facts: 0 });
      // oxlint-disable-next-line promise/no-promise-in-callback -- it is none
      await batches.next(signal).catch(() => undefined);
    }
    this.#failed(error);
  }

  #failed(error: unknown): void {
    this.#parts.log.error('the case projection could not be stored; retrying from the last stored event', { error });
    for (const { reject } of this.#waiters.values()) reject(error);
    this.changes.notify();
  }
}
