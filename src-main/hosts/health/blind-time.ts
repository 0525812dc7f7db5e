/** Counts blind time. A reconnect that succeeds does not count; one that turns into blindness counts from its start. */
import type { StreamStatus } from '../../../src-shared/api/stream/stream-status.ts';

export class BlindTimeCounter {
  #countedMs = 0;
  /** Start of the time that is not counted yet, from `Clock.elapsed`; null while watching. */
  #openSince: number | null = null;
  #isBlind = false;

  update(kind: StreamStatus['kind'], elapsed: number): void {
    if (this.#isBlind && this.#openSince !== null) {
      this.#countedMs += elapsed - this.#openSince;
      this.#openSince = elapsed;
    }
    if (kind === 'watching') this.#openSince = null;
    else this.#openSince ??= elapsed;
    // Between two attempts of a blind stream the state is `reconnecting`, but the stream is still blind.
    this.#isBlind = kind !== 'watching' && (this.#isBlind || kind !== 'reconnecting');
    if (this.#isBlind && this.#openSince !== null) {
      this.#countedMs += elapsed - this.#openSince;
      this.#openSince = elapsed;
    }
  }

  seconds(elapsed: number): number {
    const open = this.#isBlind && this.#openSince !== null ? elapsed - this.#openSince : 0;
    return (this.#countedMs + open) / 1_000;
  }
}
