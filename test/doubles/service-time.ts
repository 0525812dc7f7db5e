import type { TimeSource } from '../../src-simulator/clock.ts';
import { FakeClock } from './fake-clock.ts';

/** Lets the simulator wait on a clock that only the test moves. */
export class ServiceTime extends FakeClock implements TimeSource {
  after(ms: number, callback: () => void): () => void {
    const cancel = new AbortController();
    const callLater = async (): Promise<void> => {
      await this.sleep(ms, cancel.signal);
      callback();
    };
    void callLater().catch(() => undefined);
    return () => cancel.abort();
  }
}
