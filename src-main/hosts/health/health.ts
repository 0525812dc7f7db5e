/**
 * What a host that nobody looks at tells of itself: a verdict, and figures. It asks the backend at the moment of the
 * question, so that one that does not answer is told as such. Must never hold up watching, and never fails aloud.
 */
import type { BackendSnapshot, WatchSnapshot } from '../../../src-shared/api/watch.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Backend } from '../../core/backend.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import { CountedEvents } from './counted-events.ts';
import { DarkTime } from './dark-time.ts';
import { healthOf, type HealthVerdict, NO_ANSWER } from './health-verdict.ts';
import { Metrics, type WatchFigures } from './metrics.ts';

/** A snapshot is made in milliseconds; whoever asks gives up after ten seconds. */
const ANSWER_WITHIN_MS = 5_000;

export interface HealthParts {
  readonly backend: Pick<Backend, 'snapshots' | 'turns' | 'reader' | 'keeping' | 'alarms'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly blindAfterMs: number;
}

interface Followed {
  readonly dark: DarkTime;
  readonly events: CountedEvents;
}

export class Health {
  readonly #parts: HealthParts;
  readonly #metrics: Metrics;
  readonly #over = new AbortController();
  readonly #followed = new Map<WatchId, Followed>();
  readonly #ended: Promise<unknown>;
  #asked: Promise<string> | null = null;

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#metrics = new Metrics(parts.version);
    this.#ended = this.#watch().catch((error: unknown) => this.#tell(error));
  }

  /** Whether the backend answers at all, however it fares. */
  async isAlive(): Promise<boolean> {
    return (await this.#snapshot()) !== null;
  }

  async verdict(): Promise<HealthVerdict> {
    const snapshot = await this.#snapshot();
    return snapshot === null ? NO_ANSWER(this.#parts.clock.now()) : healthOf(snapshot, this.#parts);
  }

  get contentType(): string {
    return this.#metrics.contentType;
  }

  /** Who asks while another is being answered gets the same answer. */
  metrics(): Promise<string> {
    this.#asked ??= this.#figures().finally(() => (this.#asked = null));
    return this.#asked;
  }

  async close(): Promise<void> {
    this.#over.abort(new Error('health is closed'));
    await this.#ended;
  }

  async #figures(): Promise<string> {
    const snapshot = await this.#snapshot();
    const watches = snapshot?.watches ?? [];
    return this.#metrics.text(await Promise.all(watches.map((watch) => this.#figuresOf(watch, snapshot?.at ?? 0))));
  }

  async #figuresOf(watch: WatchSnapshot, at: number): Promise<WatchFigures> {
    const { backend, clock } = this.#parts;
    const followed = this.#follow(watch);
    let storeBytes: number | null = null;
    try {
      await followed.events.countTo(backend.reader(watch.watch), watch.extent.newestSeq);
      storeBytes = (await backend.keeping(watch.watch).report()).bytes;
    } catch (error) {
      this.#tell(error);
    }
    const { dark, events } = followed;
    return {
      snapshot: watch,
      at,
      blindSeconds: dark.seconds(clock.elapsed()),
      events: events.counts,
      storeBytes,
      alarms: backend.alarms(watch.watch).counts(),
    };
  }

  async #watch(): Promise<void> {
    for await (const { snapshot } of this.#parts.backend.turns(this.#over.signal)) {
      for (const watch of snapshot.watches)
        this.#follow(watch).dark.see(watch.stream.kind, this.#parts.clock.elapsed());
      const open = new Set(snapshot.watches.map(({ watch }) => watch));
      for (const id of this.#followed.keys()) if (!open.has(id)) this.#followed.delete(id);
    }
  }

  #follow(watch: WatchSnapshot): Followed {
    const known = this.#followed.get(watch.watch);
    if (known !== undefined) return known;
    const followed = { dark: new DarkTime(), events: new CountedEvents(watch.extent.newestSeq) };
    this.#followed.set(watch.watch, followed);
    return followed;
  }

  /** `null`: the backend does not answer. */
  async #snapshot(): Promise<BackendSnapshot | null> {
    const enough = new AbortController();
    const late = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const snapshots = this.#parts.backend.snapshots(enough.signal);
      const first = await abortable(snapshots.next(), AbortSignal.any([late, this.#over.signal]));
      return first.done === true ? null : first.value.snapshot;
    } catch (error) {
      this.#tell(error);
      return null;
    } finally {
      enough.abort(new Error('one is enough'));
    }
  }

  #tell(error: unknown): void {
    if (!this.#over.signal.aborted) this.#parts.log.warn('something of the metrics could not be read', { error });
  }
}
