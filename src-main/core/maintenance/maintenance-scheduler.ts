/**
 * Runs one batch at a time of the first job that is due. The pauses leave nine tenths of a core to others. A failing
 * job is logged once and retried later; it never stops watching.
 */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

export interface MaintenanceJob {
  readonly failure: string;
  /** Delay of the first batch in ms; null to wait for `trigger`. */
  readonly firstInMs: number | null;
  /** @returns delay of the next batch in ms: 0 if there is more to do, null to wait for `trigger` */
  runBatch(signal: AbortSignal): Promise<number | null>;
}

/** Minimum pause, so that many small batches use little time, too. */
const PAUSE_MS = 50;
/** Pause after a batch, as a multiple of its duration: the jobs use a tenth of a core. */
const PAUSE_FACTOR = 9;
/** Maximum pause, because a batch may spend its time waiting for a disk or a backup. */
const MAX_PAUSE_MS = 2_000;
const RETRY_MS = 60_000;

export class MaintenanceScheduler {
  readonly #jobs: readonly MaintenanceJob[];
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #calls = new ChangeSignal();
  readonly #dueAt = new Map<MaintenanceJob, number>();
  readonly #failing = new Set<MaintenanceJob>();

  constructor(jobs: readonly MaintenanceJob[], { clock, log }: { clock: Clock; log: Log }) {
    this.#jobs = jobs;
    this.#clock = clock;
    this.#log = log;
    for (const job of jobs) this.#schedule(job, job.firstInMs);
  }

  trigger(job: MaintenanceJob): void {
    this.#schedule(job, 0);
    this.#calls.notify();
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { revision } = this.#calls;
      const job = this.#jobs.find((each) => this.#dueIn(each) <= 0);
      if (job === undefined) await firstChange(this.#clock, [[this.#calls, revision]], this.#nextDueIn(), signal);
      else await this.#clock.sleep(await this.#runBatch(job, signal), signal).catch(() => undefined);
    }
  }

  async #runBatch(job: MaintenanceJob, signal: AbortSignal): Promise<number> {
    const startedAt = this.#clock.monotonic();
    // Cleared before the batch, so that a trigger during the batch is kept.
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
    const tookMs = this.#clock.monotonic() - startedAt;
    return Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, PAUSE_FACTOR * tookMs));
  }

  #nextDueIn(): number {
    return Math.min(...this.#jobs.map((job) => this.#dueIn(job)));
  }

  #dueIn(job: MaintenanceJob): number {
    return (this.#dueAt.get(job) ?? Number.POSITIVE_INFINITY) - this.#clock.monotonic();
  }

  #schedule(job: MaintenanceJob, inMs: number | null): void {
    if (inMs === null) this.#dueAt.delete(job);
    else this.#dueAt.set(job, this.#clock.monotonic() + inMs);
  }
}
