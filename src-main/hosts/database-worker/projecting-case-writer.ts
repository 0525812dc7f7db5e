/**
 * Writes the cases and runs the case projection in the same thread. The projection reads events over its own connection, which cannot write them, and
 * writes the cases. Between two batches the thread handles calls from the main thread.
 */
import { setImmediate } from 'node:timers/promises';
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
import { type CaseProjectionWorkerWriter, openCaseProjectionWriter } from '../../adapters/sqlite/cases/case-writer.ts';
import type { SerializedCaseProjectionMessage } from '../../adapters/sqlite/cases/case-projection-messages.ts';
import { createSystemClock } from '../../adapters/clock/system-clock.ts';
import { openStoreReader } from '../../adapters/sqlite/events/store-reader.ts';
import type { CaseWriterSpec } from '../../adapters/sqlite/targets.ts';
import {
  type CallTarget,
  serializeError,
  createSameThreadClient,
  type Synchronous,
  createRemote,
  callMethod,
} from '../../adapters/sqlite/threads/remote.ts';
import { LocalCaseProjector } from '../../core/cases/local-case-projector.ts';
import { ChangeSignal } from '../../core/lib/change-signal.ts';
import type { GroupState } from '../../core/ports/case-projection.ts';
import type { CaseProjectionControl } from '../../core/ports/case-projection-thread.ts';
import type { EventReader } from '../../core/ports/event-store.ts';

type Emit = (message: SerializedCaseProjectionMessage) => void;

/**
 * Opens the writer and returns the methods that the main thread can call.
 * @param fail ends the thread, so that it is started again; a failed run could not report anything any more
 * @throws AppError STORE_UNWRITABLE
 */
export function openProjectingCaseWriter(
  { path, copyFrom, events }: CaseWriterSpec,
  emit: Emit,
  fail: (failure: unknown) => void,
): CallTarget {
  const writer = openCaseProjectionWriter(path, { copyFrom });
  const runner = new CaseProjectionRunner(writer, events, { emit, fail });
  const thread: Synchronous<CaseProjectionWorkerWriter & CaseProjectionControl> = {
    position: (basis) => writer.position(basis),
    cases: (keys) => writer.cases(keys),
    groups: () => writer.groups(),
    openCasesOf: (cause) => writer.openCasesOf(cause),
    commit: (commit) => writer.commit(commit),
    removeExpired: (before) => writer.removeExpired(before),
    recreate: (file) => writer.recreate(file),
    start: (silenceMs) => runner.follow(silenceMs),
    notifyCommitted: () => runner.committed.notify(),
    requestCatchUp: (number) => void runner.emitWhenCaughtUp(number),
    invalidateCache: () => runner.projector?.invalidateCache(),
    // oxlint-disable-next-line typescript/no-misused-promises -- the one call that is answered when it is over
    stop: () => runner.stop(),
    close() {
      runner.abort();
      writer.close();
    },
  };
  emit({ kind: 'ready' });
  return thread;
}

class CaseProjectionRunner {
  readonly committed = new ChangeSignal();
  projector: LocalCaseProjector | null = null;
  readonly #writer: Synchronous<CaseProjectionWorkerWriter> & CallTarget;
  readonly #events: ReturnType<typeof createSameThreadClient<EventReader>>;
  readonly #emit: Emit;
  readonly #fail: (failure: unknown) => void;
  readonly #stopController = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #resume: (() => void) | null = null;
  #lastEmitted: {
    readonly groups: ReadonlyMap<CauseKey, GroupState>;
    readonly states: Map<CauseKey, GroupState>;
  } | null = null;

  constructor(
    writer: Synchronous<CaseProjectionWorkerWriter> & CallTarget,
    events: string,
    { emit, fail }: { readonly emit: Emit; readonly fail: (failure: unknown) => void },
  ) {
    this.#writer = writer;
    this.#events = createSameThreadClient<EventReader>(() => openStoreReader(events));
    this.#emit = emit;
    this.#fail = fail;
  }

  follow(silenceMs: number): void {
    const goOn = this.#resume;
    this.#resume = null;
    if (goOn !== null) goOn();
    if (this.projector !== null) return;
    let isFirst = true;
    const { signal } = this.#stopController;
    const quiet = () => undefined;
    const projector = new LocalCaseProjector({
      scanner: yieldingRemote<EventReader>(this.#events.remote),
      projection: { writer: yieldingRemote<CaseProjectionWorkerWriter>(this.#writer) },
      committed: this.committed,
      clock: createSystemClock(),
      log: {
        info: quiet,
        warn: quiet,
        error: (_, fields) => this.#emit({ kind: 'failed', failure: serializeError(fields?.['error']) }),
      },
      silenceMs,
      waitUntilStable: async () => {
        if (!isFirst) await this.#waitForResume();
        isFirst = false;
      },
    });
    this.projector = projector;
    this.#running = Promise.all([projector.run(signal), this.#emitChanges(projector, signal)]).catch(this.#fail);
  }

  /** Does nothing before `start`. The caller repeats its open requests after it has called `start`. */
  async emitWhenCaughtUp(requestId: number): Promise<void> {
    if (this.projector === null) return;
    try {
      await this.projector.waitUntilCaughtUp(this.#stopController.signal);
      this.#emitGroups();
      this.#emit({ kind: 'caught-up', request: requestId });
    } catch (error) {
      this.#emit({ kind: 'not-caught-up', request: requestId, failure: serializeError(error) });
    }
  }

  async stop(): Promise<void> {
    this.abort();
    await this.#running;
    await this.#events.close();
  }

  /** Stops immediately. Work in progress fails on the closed database and is not finished. */
  abort(): void {
    this.#stopController.abort(new Error('the case projection is closed'));
    this.#resume?.();
    void this.#events.close();
  }

  async #waitForResume(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      this.#emit({ kind: 'ready' });
    });
  }

  async #emitChanges(projector: LocalCaseProjector, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const seen = projector.changes.revision;
        this.#emitGroups();
        await projector.changes.changedSince(seen, signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #emitGroups(): void {
    const { projector } = this;
    if (projector === null || projector.processedThrough === null) return;
    const { groups, processedThrough } = projector;
    // A restart from scratch creates a new map, so all groups are sent.
    const isAll = this.#lastEmitted?.groups !== groups;
    const states = isAll || this.#lastEmitted === null ? new Map<CauseKey, GroupState>() : this.#lastEmitted.states;
    const different = [...groups.values()].filter((group) => states.get(group.key) !== group);
    for (const group of different) states.set(group.key, group);
    this.#lastEmitted = { groups, states };
    this.#emit({ kind: 'taken', to: processedThrough, groups: different, isAll });
  }
}

/** Lets the thread handle messages before each call. Promises alone would block them until all events are applied. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says what is called, and saves an assertion each
function yieldingRemote<Port extends object>(target: object): Port {
  return createRemote<Port>(async (method, args, signal) => {
    await setImmediate();
    signal?.throwIfAborted();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by name, as across a thread
    return callMethod(target as CallTarget, method, signal === undefined ? args : [...args, signal]);
  });
}
