import { describe, expect, onTestFinished, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { needsCommit, type Projection, ProjectionLoop } from '../../../../src-main/core/projections/projection-loop.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const MAX_BATCH = 4;

/** A log of numbers, and a projection that commits the numbers that it has applied. */
function followed(pace: Projection['pace'] = 'prompt') {
  const [clock, log, committed] = [new FakeClock(), new SilentLog(), new ChangeSignal()];
  const store = { events: 0, applied: [] as number[], batches: [] as number[], failures: 0, batchMs: 0, isBusy: false };
  const run = () => {
    let cursor = 0;
    const projection: Projection = {
      name: 'adder',
      pace,
      async load() {
        cursor = store.applied.at(-1) ?? 0;
      },
      async applyNext(signal) {
        if (store.batchMs > 0) await clock.sleep(store.batchMs, signal);
        const to = Math.min(store.events, cursor + MAX_BATCH);
        if (to > cursor) {
          if (store.failures > 0) {
            store.failures -= 1;
            throw new Error('the disk is full');
          }
          if ((store.applied.at(-1) ?? 0) !== cursor) return 'reload';
          for (let seq = cursor + 1; seq <= to; seq += 1) store.applied.push(seq);
          store.batches.push(to - cursor);
          cursor = to;
        }
        return to < store.events ? 'more' : 'caught-up';
      },
    };
    const loop = new ProjectionLoop(projection, { committed, clock, log, isStoreBusy: () => store.isBusy });
    const ending = new AbortController();
    const running = loop.run(ending.signal);
    const stop = async () => {
      ending.abort(new Error('the test is over'));
      await running;
    };
    onTestFinished(stop);
    return { loop, stop };
  };
  const write = (count: number) => {
    store.events += count;
    committed.notify();
  };
  return { clock, log, store, run, write };
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('[STORE-15] a projection', () => {
  test('applies every event once, over batches and restarts', async () => {
    const { clock, store, run, write } = followed();
    write(6);
    const first = run();
    await clock.advance(0);
    await first.stop();
    write(2);
    run();
    await clock.advance(0);
    write(2);
    await clock.advance(1_000);
    expect({ applied: store.applied, batches: store.batches }).toEqual({ applied: upTo(10), batches: [4, 2, 2, 2] });
  });

  test('loads its state again if another process moved its cursor', async () => {
    const { clock, store, run, write } = followed();
    run();
    await clock.advance(1_000);
    store.applied.push(1, 2);
    write(3);
    await clock.advance(1_000);
    expect(store.applied).toEqual(upTo(3));
  });

  test('applies a burst in a few batches, and an event after a quiet time immediately', async () => {
    const { clock, store, run, write } = followed();
    run();
    await clock.advance(1_000);
    write(1);
    await clock.advance(0);
    expect(store.batches).toEqual([1]);
    write(1);
    write(1);
    await clock.advance(499);
    expect(store.batches).toEqual([1]);
    await clock.advance(1);
    expect(store.batches).toEqual([1, 2]);
    await clock.advance(249);
    write(1);
    await clock.advance(1);
    write(1);
    await clock.advance(0);
    expect(store.batches).toEqual([1, 2, 2]);
  });

  test('lets the store go first while received events wait for it, for at most 2 s before each batch', async () => {
    const { clock, store, run, write } = followed();
    store.isBusy = true;
    write(6);
    run();
    await clock.advance(1_999);
    const before = [...store.batches];
    await clock.advance(1);
    const withinTwoSeconds = [...store.batches];
    await clock.advance(500);
    store.isBusy = false;
    write(1);
    await clock.advance(0);
    expect([before, withinTwoSeconds, store.batches]).toEqual([[], [4], [4, 3]]);
  });

  test('at five commits a second, applies the first immediately and the others with every second commit', async () => {
    const { clock, store, run, write } = followed();
    run();
    await clock.advance(300);
    write(1);
    await clock.advance(0);
    expect(store.batches).toEqual([1]);
    for (let commit = 0; commit < 10; commit += 1) {
      await clock.advance(200);
      write(2);
      await clock.advance(0);
      // The batch comes in the turn of the commit, and no timer of its own wakes the process.
      expect(store.applied.length, `commit ${commit}`).toBe(commit % 2 === 0 ? 1 + 2 * commit : 3 + 2 * commit);
    }
  });

  test('finds within a minute what another process wrote without a signal', async () => {
    const { clock, store, run } = followed();
    run();
    await clock.advance(1_000);
    store.events += 1;
    await clock.advance(60_000);
    expect(store.applied).toEqual([1]);
  });

  test('retries a failed batch after 5 s, and logs a failure once until it works again', async () => {
    const { clock, log, store, run, write } = followed();
    store.failures = 2;
    write(3);
    run();
    await clock.advance(9_000);
    expect(store.applied).toEqual([]);
    await clock.advance(1_000);
    expect([store.applied, log.lines.map(({ level }) => level)]).toEqual([upTo(3), ['error']]);
  });

  test('ends with its signal and leaves no timer', async () => {
    const { clock, run } = followed();
    const { stop } = run();
    await clock.advance(0);
    await stop();
    expect(clock.sleeping).toBe(0);
  });
});

describe('[DAMAGE-5] a projection in the background', () => {
  test('starts after 2 s, rests as long as each batch takes, and pauses 10 s after it has caught up', async () => {
    const { clock, store, run, write } = followed('background');
    store.batchMs = 100;
    write(12);
    run();
    await clock.advance(2_000);
    expect(store.batches).toEqual([]);
    await clock.advance(100);
    expect(store.batches).toEqual([4]);
    await clock.advance(199);
    expect(store.batches).toEqual([4]);
    await clock.advance(201);
    expect(store.batches).toEqual([4, 4, 4]);
    write(1);
    await clock.advance(10_000);
    expect(store.batches).toEqual([4, 4, 4]);
    await clock.advance(100);
    expect(store.batches).toEqual([4, 4, 4, 1]);
  });
});

describe('a caller that waits until a projection has caught up', () => {
  test('ends the pause, and continues when everything stored before the call is applied', async () => {
    const { clock, store, run, write } = followed();
    const { loop } = run();
    await clock.advance(0);
    write(6);
    await loop.waitUntilCaughtUp(new AbortController().signal);
    expect(store.applied).toEqual(upTo(6));
  });

  test('gets the error of the projection', async () => {
    const { clock, store, run, write } = followed();
    const { loop } = run();
    await clock.advance(0);
    store.failures = 1;
    write(1);
    await expect(loop.waitUntilCaughtUp(new AbortController().signal)).rejects.toThrow('the disk is full');
  });
});

test.each([
  [true, 10, 11, true],
  [false, 10, 10_009, false],
  [false, 10, 10_010, true],
])('commits a batch with changes (%s) after cursor %i that ends at %i: %s', (hasChanges, cursor, to, expected) => {
  expect(needsCommit(hasChanges, cursor, to)).toBe(expected);
});
