/**
 * Does what runs behind everything else: jobs in pieces, one piece at a time, the first job in the list that is due.
 * What arrives is served between two pieces, and the pauses leave nine tenths of a core to others. A job that fails is
 * said once and tried again later; nothing that happens here ever stops watching.
 */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

export interface MaintenanceJob {
  /** For the log, where it fails. */
  readonly failure: string;
  /** In how many ms it is done for the first time; `null`: when it is called for. */
  readonly firstInMs: number | null;
  /** @returns in how many ms it goes on: 0 where there is more to do, `null` when it is called for */
  runBatch(signal: AbortSignal): Promise<number | null>;
}

/** So that many small pieces are a trickle, too. */
const PAUSE_MS = 50;
/** A piece is followed by a pause nine times as long: a tenth of a core. */
const PAUSE_FACTOR = 9;
/** A piece that waited long (for a disk, for a copy of the whole store) costs no more than this. */
const MAX_PAUSE_MS = 2_000;
/** After a failure: a full disk or a lock lasts a while. */
const RETRY_MS = 60_000;

export class MaintenanceScheduler {
  readonly #jobs: readonly MaintenanceJob[];
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #calls = new ChangeSignal();
  /** Monotonic ms. */
  readonly #dueAt = new Map<MaintenanceJob, number>();
  readonly #failing = new Set<MaintenanceJob>();

  constructor(jobs: readonly MaintenanceJob[], { clock, log }: { clock: Clock; log: Log }) {
    this.#jobs = jobs;
    this.#clock = clock;
    this.#log = log;
    for (const job of jobs) this.#schedule(job, job.firstInMs);
  }

  /** The job is due now. */
  trigger(job: MaintenanceJob): void {
    this.#schedule(job, 0);
    this.#calls.notify();
  }

  /** Resolves when the signal is aborted, and only then. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { revision } = this.#calls;
      const job = this.#jobs.find((each) => this.#dueIn(each) <= 0);
      // oxlint-disable no-await-in-loop -- one piece after the other, that is the point
      if (job === undefined) await this.#untilDue(revision, signal);
      else await this.#clock.sleep(await this.#piece(job, signal), signal).catch(() => undefined);
      // oxlint-enable no-await-in-loop
    }
  }

  /** @returns how long to pause after it */
  async #piece(job: MaintenanceJob, signal: AbortSignal): Promise<number> {
    const beganAt = this.#clock.monotonic();
    // What is called for meanwhile is not forgotten.
    this.#schedule(job, null);
    try {
      const nextInMs = await abortable(job.runBatch(signal), signal);
      this.#failing.delete(job);
      if (!this.#dueAt.has(job)) this.#schedule(job, nextInMs);
    } catch (error) {
      if (signal.aborted) return 0;
      if (!this.#failing.has(job)) this.#log.warn(job.failure, { error });
      this.#failing.add(job);
      this.#schedule(job, RETRY_MS);
    }
    const tookMs = this.#clock.monotonic() - beganAt;
    return Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, PAUSE_FACTOR * tookMs));
  }

  async #untilDue(seen: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const due = Math.min(...this.#jobs.map((job) => this.#dueIn(job)));
    const ends = [this.#calls.changedSince(seen, either)];
    if (Number.isFinite(due)) ends.push(this.#clock.sleep(due, either));
    await Promise.race(ends).catch(() => undefined);
    over.abort(new Error('something is due'));
    await Promise.allSettled(ends);
  }

  #dueIn(job: MaintenanceJob): number {
    return (this.#dueAt.get(job) ?? Number.POSITIVE_INFINITY) - this.#clock.monotonic();
  }

  #schedule(job: MaintenanceJob, inMs: number | null): void {
    if (inMs === null) this.#dueAt.delete(job);
    else this.#dueAt.set(job, this.#clock.monotonic() + inMs);
  }
}
