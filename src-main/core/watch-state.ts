/** State that a watch publishes: its label, stream, storage, what is stored, and the provider's clock. */
import type { Extent, WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { StorageStatus, StreamStatus } from '../../src-shared/api/stream/stream-status.ts';
import { type ConnectionProfile, heartbeatLimits } from '../../src-shared/domain/profile/profile.ts';
import { ChangeSignal } from './lib/change-signal.ts';
import type { Clock, Moment } from './ports/clock.ts';
import { currentMoment } from './lib/moment.ts';
import type { StreamState } from './ports/source.ts';
import { beginsLoss, isTransition, nextStatusChangeIn, streamStatus } from './stream/stream-state.ts';

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
  readonly #state: { -readonly [Name in keyof InitialState]: InitialState[Name] };
  #lostAt: Moment;
  #coverageRevision = 0;
  /** Status of the process that writes the store; null if this process does. */
  #viewedStream: StreamStatus | null = null;
  #providerClockOffsetMs: number | null = null;

  constructor(clock: Clock, initial: InitialState) {
    this.#clock = clock;
    this.#blindAfterMs = heartbeatLimits(initial.profile).blindSeconds * 1_000;
    this.practice = initial.practice;
    this.#state = { ...initial };
    this.#lostAt = this.#now();
  }

  get profile(): ConnectionProfile {
    return this.#state.profile;
  }

  get newestSeq(): number {
    return this.#state.extent.newestSeq;
  }

  get coverageRevision(): number {
    return this.#coverageRevision;
  }

  /** Null also while the stream is held back: the age of an event then shows nothing about a clock. */
  get providerClockOffsetMs(): number | null {
    const { stream } = this;
    return stream.kind === 'watching' && stream.heldBackMs !== undefined ? null : this.#providerClockOffsetMs;
  }

  get storage(): StorageStatus {
    return this.#state.storage;
  }

  get stream(): StreamStatus {
    return this.#viewedStream ?? streamStatus(this.#state.stream, this.#now(), this.#blindAfterMs, this.#lostAt);
  }

  /** Returns the time up to which everything was received, UTC epoch ms; null if the watch is not watching. */
  readonly liveUntil = (): number | null => (this.stream.kind === 'watching' ? this.#clock.now() : null);

  readonly label = () => ({ profile: this.#state.profile.name, domain: this.#state.domain, practice: this.practice });

  readonly nextChangeIn = (): number | null =>
    nextStatusChangeIn(this.#state.stream, this.#now(), this.#blindAfterMs, this.#lostAt);

  snapshot(): Omit<WatchSnapshot, 'watch' | 'store' | 'alarms'> {
    const { id, name, eventsUrl } = this.#state.profile;
    const heartbeat = heartbeatLimits(this.#state.profile);
    return {
      profile: { id, name, practice: this.practice, eventsUrl, domain: this.#state.domain, heartbeat },
      stream: this.stream,
      storage: this.#state.storage,
      extent: this.#state.extent,
      coverageRevision: this.#coverageRevision,
      providerClockOffsetMs: this.providerClockOffsetMs,
    };
  }

  readonly notifyTransition = (): void => {
    this.transitions.notify();
    this.changes.notify();
  };

  setProfile(profile: ConnectionProfile): void {
    this.#state.profile = profile;
    this.notifyTransition();
  }

  setStored(extent: Extent, domain: string | null): void {
    this.#state.extent = extent;
    this.#state.domain = domain;
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
    this.#state.storage = status;
    this.notifyTransition();
  }

  setStream(stream: StreamState): void {
    const before = this.#state.stream;
    if (beginsLoss(before, stream)) this.#lostAt = this.#now();
    this.#state.stream = stream;
    if (isTransition(before, stream, this.#blindAfterMs)) this.notifyTransition();
    else this.changes.notify();
  }

  /** Shows what another process knows of the store. `viewed` is null if that process does not answer. */
  setViewed(stream: StreamStatus, viewed: WatchSnapshot | null): void {
    const before = this.#viewedStream;
    this.#viewedStream = stream;
    if (viewed !== null) {
      this.#state.extent = viewed.extent;
      this.#state.domain = viewed.profile.domain;
      this.#coverageRevision = viewed.coverageRevision;
      this.#providerClockOffsetMs = viewed.providerClockOffsetMs;
    }
    if (before?.kind === stream.kind && before.since === stream.since) this.changes.notify();
    else this.notifyTransition();
  }

  setProviderClockOffset(offsetMs: number | null): void {
    if (offsetMs === this.#providerClockOffsetMs) return;
    this.#providerClockOffsetMs = offsetMs;
    this.notifyTransition();
  }

  #now(): Moment {
    return currentMoment(this.#clock);
  }
}
