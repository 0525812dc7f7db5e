/** Other tests rely on this clock, so it must wake sleepers in order and leave nothing behind. */
import { expect, it } from 'vitest';
import { FakeClock } from '../../doubles/fake-clock.ts';

const { signal } = new AbortController();

it('the fake clock wakes sleepers in the order of their due times, at those times, including those who fall asleep meanwhile', async () => {
  const clock = new FakeClock();
  const woken: [string, number][] = [];
  const sleeper = async (name: string, ...sleeps: number[]): Promise<void> => {
    for (const ms of sleeps) {
      await clock.sleep(ms, signal);
      woken.push([name, clock.monotonic()]);
    }
  };
  void sleeper('late', 100);
  void sleeper('repeated', 30, 30, 30, 30);
  void sleeper('also at 30', 30);
  await clock.advance(100);
  expect(woken).toEqual([
    ['repeated', 30],
    ['also at 30', 30],
    ['repeated', 60],
    ['repeated', 90],
    ['late', 100],
  ]);
  expect([clock.sleeping, clock.nextDueIn, clock.now() - Date.UTC(2026, 0, 1)]).toEqual([1, 20, 100]);
});

it('the fake clock ends a sleep with the reason of the abort', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const asleep = clock.sleep(100, stop.signal);
  stop.abort(new Error('stopping'));
  await expect(asleep).rejects.toThrow('stopping');
  await expect(clock.sleep(100, stop.signal)).rejects.toThrow('stopping');
  expect(clock.sleeping).toBe(0);
});

it('the fake clock can move the wall clock without changing durations', () => {
  const clock = new FakeClock();
  clock.setWallClock(Date.UTC(2030, 0, 1));
  expect([clock.now(), clock.monotonic()]).toEqual([Date.UTC(2030, 0, 1), 0]);
});
