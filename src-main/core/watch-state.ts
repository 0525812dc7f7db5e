/** State that a watch publishes: its label, stream, storage, what is stored, and the provider's clock. */
import type { Extent, WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { StorageStatus, StreamStatus } from '../../src-shared/domain/coverage/stream-status.ts';
import { type ConnectionProfile, heartbeatLimits } from '../../src-shared/domain/profile/profile.ts';
import { ChangeSignal } from './lib/change-signal.ts';
import type { Clock } from './ports/clock.ts';
import { currentMoment } from './stream/moment.ts';
import { isTransition, nextStatusChangeIn, type StreamState, streamStatus } from './stream/stream-state.ts';

interface InitialState {
  readonly profile: ConnectionProfile;
  readonly practice: boolean;
  readonly extent: Extent;
  readonly domain: string | null;
  readonly stream: StreamState;
  readonly storage: StorageStatus;
}

export class WatchState {
  readonly changes = new ChangeSignal();
  /** Emits the changes that users are notified of: stream state and session, storage, store, provider's clock, label. */
  readonly transitions = new ChangeSignal();
  /** Emits after each commit of events, coverage or actions. */
  readonly committed = new ChangeSignal();
  readonly practice: boolean;
  readonly #clock: Clock;
  readonly #blindAfterMs: number;
  #profile: ConnectionProfile;
  #extent: Extent;
  #domain: string | null;
  #stream: StreamState;
  #storage: StorageStatus;
  #coverageRevision = 0;
  #providerClockOffsetMs: number | null = null;

  constructor(clock: Clock, { profile, practice, extent, domain, stream, storage }: InitialState) {
    this.#clock = clock;
    this.#blindAfterMs = heartbeatLimits(profile).blindSeconds * 1_000;
    this.#profile = profile;
    this.practice = practice;
    this.#extent = extent;
    this.#domain = domain;
    this.#stream = stream;
    this.#storage = storage;
  }

  get profile(): ConnectionProfile {
    return this.#profile;
  }

  get newestSeq(): number {
    return this.#extent.newestSeq;
  }

  get coverageRevision(): number {
    return this.#coverageRevision;
  }

  get providerClockOffsetMs(): number | null {
    return this.#providerClockOffsetMs;
  }

  get storage(): StorageStatus {
    return this.#storage;
  }

  get stream(): StreamStatus {
    return streamStatus(this.#stream, currentMoment(this.#clock), this.#blindAfterMs);
  }

  /** Returns the time up to which everything was received, UTC epoch ms; null if the watch is not watching. */
  readonly liveUntil = (): number | null => (this.stream.kind === 'watching' ? this.#clock.now() : null);

  readonly label = () => ({ profile: this.#profile.name, domain: this.#domain, practice: this.practice });

  readonly nextChangeIn = (): number | null =>
    nextStatusChangeIn(this.#stream, currentMoment(this.#clock), this.#blindAfterMs);

  snapshot(): Omit<WatchSnapshot, 'watch' | 'store' | 'alarms'> {
    const { id, name, eventsUrl } = this.#profile;
    const heartbeat = heartbeatLimits(this.#profile);
    return {
      profile: { id, name, practice: this.practice, eventsUrl, domain: this.#domain, heartbeat },
      stream: this.stream,
      storage: this.#storage,
      extent: this.#extent,
      coverageRevision: this.#coverageRevision,
      providerClockOffsetMs: this.#providerClockOffsetMs,
    };
  }

  readonly notifyTransition = (): void => {
    this.transitions.notify();
    this.changes.notify();
  };

  setProfile(profile: ConnectionProfile): void {
    this.#profile = profile;
    this.notifyTransition();
  }

  setStored(extent: Extent, domain: string | null): void {
    [this.#extent, this.#domain] = [extent, domain];
    this.committed.notify();
    this.changes.notify();
  }

  /** Call after the start or end of a session or a gap was committed. */
  notifyCoverage(): void {
    this.#coverageRevision += 1;
    this.committed.notify();
    this.changes.notify();
  }

  setStorage(status: StorageStatus): void {
    this.#storage = status;
    this.notifyTransition();
  }

  setStream(stream: StreamState): void {
    const before = this.#stream;
    this.#stream = stream;
    if (isTransition(before, stream, this.#blindAfterMs)) this.notifyTransition();
    else this.changes.notify();
  }

  setProviderClockOffset(offsetMs: number | null): void {
    if (offsetMs === this.#providerClockOffsetMs) return;
    this.#providerClockOffsetMs = offsetMs;
    this.notifyTransition();
  }
}
