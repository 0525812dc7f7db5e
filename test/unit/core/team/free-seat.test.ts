import { expect, onTestFinished, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { askWhenFree } from '../../../../src-main/core/team/free-seat.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

test('[TEAM-9] a new holder asks for the stream every 5 s while the other member leaves it free, and only then', async () => {
  const clock = new FakeClock();
  const start = clock.now();
  const seat = { changed: new ChangeSignal(), lostSessionSince: start as number | null };
  const asked: number[] = [];
  const ends = new AbortController();
  onTestFinished(() => ends.abort());
  const asking = askWhenFree({ clock, seat, retryNow: () => asked.push(clock.now() - start) }, ends.signal);
  await clock.advance(30 * MINUTE);
  // The clocks of two computers may differ by 10 s.
  expect(asked).toEqual([30 * MINUTE - 10 * SECOND, 30 * MINUTE - 5 * SECOND, 30 * MINUTE]);
  await clock.advance(30 * MINUTE);
  expect(asked.at(-1)).toBe(30 * MINUTE + 25 * SECOND);
  expect(asked).toHaveLength(8);
  seat.lostSessionSince = clock.now();
  seat.changed.notify();
  await clock.advance(10 * MINUTE);
  seat.lostSessionSince = null;
  await clock.advance(30 * MINUTE);
  expect(asked).toHaveLength(8);
  ends.abort();
  await asking;
});
