import { describe, expect, test, vi } from 'vitest';
import { isTurnFor } from '../../../../src-main/core/outlets/turn-topics.ts';
import type { OutletTopic } from '../../../../src-shared/domain/outlets/outlet.ts';
import type { Turn } from '../../../../src-shared/domain/outlets/turn.ts';
import { ALLOCATION } from '../../../doubles/an-outlet.ts';
import { JONAS, performAction } from '../../../doubles/cases-over-store.ts';
import { deadlinesOverStore, sameTimes } from '../../../doubles/deadlines-over-store.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const success = { eid: 'a', operation: 'LOCALIZED', state: 'COMPLETED' };

/** The time to take is over after 15 minutes, the time to end after 60. Both are escalated 10 minutes later. */
const SETTINGS = sameTimes({ takeMinutes: 15, endMinutes: 60 }, { escalateAfterMinutes: 10 });

async function watchedTurns() {
  const watched = await deadlinesOverStore(SETTINGS);
  const { clock } = watched;
  const loaded = watched
    .current()
    .turns.loaded(new AbortController().signal)
    .then(() => 'loaded');
  while ((await Promise.race([loaded, watched.advance(SECOND)])) !== 'loaded');
  const openedAt = clock.now();
  await watched.receiveLocalizations({ eid: 'a' });
  await watched.advance(SECOND);
  const all = () => watched.current().turns.after(0, 1_000);
  const shortOf = (turn: Turn) => {
    const deadline = turn.kind === 'group' ? turn.facts.deadline : null;
    return deadline === null ? turn.turn : `${turn.turn} (${deadline.kind} ${(deadline.at - openedAt) / MINUTE})`;
  };
  return {
    ...watched,
    openedAt,
    turns: (...topics: readonly OutletTopic[]) =>
      all()
        .filter((turn) => topics.length === 0 || isTurnFor(topics, turn))
        .map(shortOf),
    until: (ms: number) => watched.advance(openedAt + ms - clock.now()),
    take: () => watched.act((cases) => performAction(cases, { kind: 'take' }, [ALLOCATION], JONAS)),
    done: () => watched.act((cases) => performAction(cases, { kind: 'done' }, [ALLOCATION])),
    endWell: async () => {
      await watched.receiveLocalizations(success);
      await watched.act(async () => undefined);
    },
    openTurns: () => watched.current().turns.openTurns().map(shortOf),
  };
}

describe('[DEADLINE-8] a group that stays overdue is sent to the outlets with the topic overdue', () => {
  test('the turns come once for each kind, later than the alarm, and not to other outlets', async () => {
    const { turns, until, openTurns } = await watchedTurns();
    await until(24 * MINUTE + 55 * SECOND);
    expect(turns()).toEqual(['opened']);
    await until(25 * MINUTE + 5 * SECOND);
    expect(turns()).toEqual(['opened', 'overdue (take 15)']);
    await until(3 * HOUR);
    expect(turns()).toEqual(['opened', 'overdue (take 15)', 'overdue (end 60)']);
    expect(turns('overdue')).toEqual(['overdue (take 15)', 'overdue (end 60)']);
    expect(turns('groups')).toEqual(['opened']);
    expect(turns('signal')).toEqual([]);
    expect(openTurns()).toEqual(['opened', 'overdue (take 15)', 'overdue (end 60)']);
  });

  test('the groups are read once a minute while an escalation is ahead', async () => {
    const { turns, until, current } = await watchedTurns();
    await until(15 * MINUTE + 5 * SECOND);
    const board = vi.spyOn(current().cases.projection, 'board');
    await until(24 * MINUTE);
    expect(board.mock.calls.length).toBeGreaterThan(5);
    expect(board.mock.calls.length).toBeLessThan(12);
    await until(25 * MINUTE + 5 * SECOND);
    expect(turns('overdue')).toEqual(['overdue (take 15)']);
  });

  test('a group that is taken before is not sent', async () => {
    const { turns, until, take } = await watchedTurns();
    await until(24 * MINUTE);
    await take();
    await until(50 * MINUTE);
    expect(turns()).toEqual(['opened', 'taken']);
    expect(turns('overdue')).toEqual([]);
  });

  test('these outlets also get the turn that ends it: taken, then ended', async () => {
    const { turns, until, take, endWell, openTurns } = await watchedTurns();
    await until(30 * MINUTE);
    await take();
    await until(31 * MINUTE);
    expect(turns('overdue')).toEqual(['overdue (take 15)', 'taken (take 15)']);
    expect(openTurns()).toEqual(['opened']);
    await until(2 * HOUR);
    await endWell();
    await until(2 * HOUR + MINUTE);
    expect(turns('overdue')).toEqual(['overdue (take 15)', 'taken (take 15)', 'overdue (end 60)', 'ended (end 60)']);
    expect(turns('groups')).toEqual(['opened', 'taken (take 15)', 'ended (end 60)']);
  });

  test('a group that is marked as done and reopened is not sent again', async () => {
    const { turns, until, done, act } = await watchedTurns();
    await until(30 * MINUTE);
    await done();
    await until(31 * MINUTE);
    expect(turns('overdue')).toEqual(['overdue (take 15)', 'done (take 15)']);
    await act((cases) => performAction(cases, { kind: 'reopen' }, [ALLOCATION]));
    await until(50 * MINUTE);
    expect(turns('overdue')).toEqual(['overdue (take 15)', 'done (take 15)']);
  });

  test('a group that fails again after its end is sent again, with its new times', async () => {
    const { turns, until, endWell, receiveLocalizations } = await watchedTurns();
    await until(30 * MINUTE);
    await endWell();
    await until(40 * MINUTE);
    await receiveLocalizations({ eid: 'b' });
    await until(65 * MINUTE + 5 * SECOND);
    expect(turns('overdue')).toEqual(['overdue (take 15)', 'ended (take 15)', 'overdue (take 55)']);
  });

  test('a mute ends the alarm, and its time does not count', async () => {
    const { turns, until, act, clock } = await watchedTurns();
    await until(20 * MINUTE);
    const ends = { kind: 'time', at: clock.now() + 20 * MINUTE } as const;
    await act((cases) => performAction(cases, { kind: 'mute', ends }, [ALLOCATION]));
    await until(49 * MINUTE);
    expect(turns()).toEqual(['opened']);
    await until(50 * MINUTE + 10 * SECOND);
    expect(turns('overdue')).toEqual(['overdue (take 40)']);
  });

  test.each([false, true])(
    'a restart between every two steps changes nothing; cases derived again: %s',
    async (isFromEvents) => {
      const { turns, until, take, endWell, restart } = await watchedTurns();
      await restart(isFromEvents);
      await until(16 * MINUTE);
      await restart(isFromEvents);
      await until(25 * MINUTE);
      await restart(isFromEvents);
      await until(26 * MINUTE);
      expect(turns('overdue')).toEqual(['overdue (take 15)']);
      await restart(isFromEvents);
      await take();
      await restart(isFromEvents);
      await until(2 * HOUR);
      await restart(isFromEvents);
      await endWell();
      await restart(isFromEvents);
      await until(3 * HOUR);
      expect(turns('overdue')).toEqual(['overdue (take 15)', 'taken (take 15)', 'overdue (end 60)', 'ended (end 60)']);
    },
  );

  test('sleep of the computer, and a clock that is set, delay it by 5 s at most and never repeat it', async () => {
    const { turns, until, clock, advance } = await watchedTurns();
    await until(16 * MINUTE);
    clock.sleepComputer(20 * MINUTE);
    await advance(5 * SECOND);
    expect(turns('overdue')).toEqual(['overdue (take 15)']);
    clock.setWallClock(clock.now() - 2 * HOUR);
    await advance(3 * HOUR);
    clock.setWallClock(clock.now() + 5 * HOUR);
    await advance(HOUR);
    expect(turns('overdue')).toEqual(['overdue (take 15)', 'overdue (end 60)']);
  });
});
