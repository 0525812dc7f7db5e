/** Reports a host without a page. Queries the backend on each request, so that one that does not answer is reported. */
import type { BackendSnapshot, WatchSnapshot } from '../../../src-shared/api/watch.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Backend } from '../../core/backend.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import { EventCounter } from './event-counter.ts';
import { BlindTimeCounter } from './blind-time.ts';
import { healthStatus, type HealthStatus, noResponseStatus } from './health-status.ts';
import type { WatchMetrics } from './metric-factory.ts';
import { Metrics } from './metrics.ts';

/** A snapshot takes milliseconds. Clients time out after 10 s. */
const RESPONSE_TIMEOUT_MS = 5_000;

export interface HealthParts {
  readonly backend: Pick<Backend, 'snapshots' | 'transitions' | 'watch'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly blindAfterMs: number;
}

interface WatchCounters {
  readonly blindTime: BlindTimeCounter;
  readonly events: EventCounter;
}

export class Health {
  readonly #parts: HealthParts;
  readonly #metrics: Metrics;
  readonly #closeController = new AbortController();
  readonly #counters = new Map<WatchId, WatchCounters>();
  readonly #ended: Promise<unknown>;
  #pending: Promise<string> | null = null;

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#metrics = new Metrics(parts.version);
    this.#ended = this.#watch().catch((error: unknown) => this.#logFailure(error));
  }

  /** True if the backend answers at all, even if its watches fail. */
  async isAlive(): Promise<boolean> {
    return (await this.#snapshot()) !== null;
  }

  async status(): Promise<HealthStatus> {
    const snapshot = await this.#snapshot();
    return snapshot === null ? noResponseStatus(this.#parts.clock.now()) : healthStatus(snapshot, this.#parts);
  }

  get contentType(): string {
    return this.#metrics.contentType;
  }

  metrics(): Promise<string> {
    this.#pending ??= this.#collect().finally(() => (this.#pending = null));
    return this.#pending;
  }

  async close(): Promise<void> {
    this.#closeController.abort(new Error('health is closed'));
    await this.#ended;
  }

  async #collect(): Promise<string> {
    const snapshot = await this.#snapshot();
    const watches = snapshot?.watches ?? [];
    return this.#metrics.text(await Promise.all(watches.map((watch) => this.#collectWatch(watch, snapshot?.at ?? 0))));
  }

  async #collectWatch(watch: WatchSnapshot, at: number): Promise<WatchMetrics> {
    const { backend, clock } = this.#parts;
    const followed = this.#countersFor(watch);
    let storeBytes: number | null = null;
    try {
      await followed.events.countTo(backend.watch(watch.watch).reader(), watch.extent.newestSeq);
      storeBytes = (await backend.watch(watch.watch).maintenance.report()).bytes;
    } catch (error) {
      this.#logFailure(error);
    }
    const { blindTime, events } = followed;
    const { alarms, outlets } = backend.watch(watch.watch);
    return {
      snapshot: watch,
      at,
      blindSeconds: blindTime.seconds(clock.elapsed()),
      events: events.counts,
      storeBytes,
      alarms: alarms.counts(),
      cases: await this.#collectCases(watch),
      outlets: outlets.figures(),
      team: await this.#collectTeam(watch),
    };
  }

  async #collectTeam({ watch }: WatchSnapshot): Promise<WatchMetrics['team']> {
    try {
      return (await this.#parts.backend.watch(watch).team?.report()) ?? null;
    } catch (error) {
      this.#logFailure(error);
      return null;
    }
  }

  async #collectCases({ watch, storage }: WatchSnapshot): Promise<WatchMetrics['cases']> {
    if (storage.kind !== 'storing') return null;
    const { cases } = this.#parts.backend.watch(watch);
    try {
      const figures = await cases.figures(this.#closeController.signal);
      return figures === null ? null : { ...figures, attempts: [...cases.progress.attempts.all()] };
    } catch (error) {
      this.#logFailure(error);
      return null;
    }
  }

  async #watch(): Promise<void> {
    for await (const { state: snapshot } of this.#parts.backend.transitions(this.#closeController.signal)) {
      for (const watch of snapshot.watches)
        this.#countersFor(watch).blindTime.update(watch.stream.kind, this.#parts.clock.elapsed());
      const open = new Set(snapshot.watches.map(({ watch }) => watch));
      for (const id of this.#counters.keys()) if (!open.has(id)) this.#counters.delete(id);
    }
  }

  #countersFor(watch: WatchSnapshot): WatchCounters {
    const existing = this.#counters.get(watch.watch);
    if (existing !== undefined) return existing;
    const followed = { blindTime: new BlindTimeCounter(), events: new EventCounter(watch.extent.newestSeq) };
    this.#counters.set(watch.watch, followed);
    return followed;
  }

  async #snapshot(): Promise<BackendSnapshot | null> {
    const enough = new AbortController();
    const late = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    try {
      const snapshots = this.#parts.backend.snapshots(enough.signal);
      const first = await abortable(snapshots.next(), AbortSignal.any([late, this.#closeController.signal]));
      return first.done === true ? null : first.value.state;
    } catch (error) {
      this.#logFailure(error);
      return null;
    } finally {
      enough.abort(new Error('one is enough'));
    }
  }

  #logFailure(error: unknown): void {
    if (!this.#closeController.signal.aborted) this.#parts.log.warn('part of the metrics could not be read', { error });
  }
}
