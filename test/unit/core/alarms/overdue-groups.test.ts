import { describe, expect, test, vi } from 'vitest';
import { caseKey } from '../../../../src-shared/domain/cases/case.ts';
import { DEFAULT_DEADLINES } from '../../../../src-shared/domain/cases/deadline.ts';
import { ALL_WEEK } from '../../../../src-shared/domain/cases/week-hours.ts';
import { ALLOCATION } from '../../../doubles/an-outlet.ts';
import { JONAS, performAction } from '../../../doubles/cases-over-store.ts';
import { deadlinesOverStore, sameTimes } from '../../../doubles/deadlines-over-store.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const success = { operation: 'LOCALIZED', state: 'COMPLETED' };
const TIMES = sameTimes({ takeMinutes: 15, endMinutes: 60 });

type Watched = Awaited<ReturnType<typeof deadlinesOverStore>>;

const take = ({ act }: Watched) => act((cases) => performAction(cases, { kind: 'take' }, [ALLOCATION], JONAS));
const release = ({ act }: Watched) => act((cases) => performAction(cases, { kind: 'release' }, [ALLOCATION]));
const mute = ({ act, clock }: Watched, minutes: number) =>
  act((cases) =>
    performAction(cases, { kind: 'mute', ends: { kind: 'time', at: clock.now() + minutes * MINUTE } }, [ALLOCATION]),
  );
const unmute = ({ act }: Watched) => act((cases) => performAction(cases, { kind: 'unmute' }, [ALLOCATION]));
const endWell = async (watched: Watched, eid = 'a') => {
  await watched.receiveLocalizations({ ...success, eid });
  await watched.act(async () => undefined);
};

async function failing(settings = TIMES) {
  const watched = await deadlinesOverStore(settings);
  await watched.advance(10 * SECOND);
  const openedAt = watched.clock.now();
  await watched.receiveLocalizations({ eid: 'a' });
  await watched.advance(SECOND);
  /** Kind and lateness of each notification, in seconds after the group opened. */
  const fired = () => watched.shown.map(({ at, about }) => `${about.deadline} ${Math.floor((at - openedAt) / SECOND)}`);
  /** Moves the clock to this time after the group opened. */
  const until = (ms: number) => watched.advance(openedAt + ms - watched.clock.now());
  return { ...watched, openedAt, fired, until };
}

describe('[DEADLINE-5] the alarm of an overdue group', () => {
  test('an overdue group notifies with banner and sound at its time, once for each kind, also in quiet hours', async () => {
    const watched = await deadlinesOverStore(TIMES, { quiet: ALL_WEEK });
    const openedAt = watched.clock.now();
    await watched.receiveLocalizations({ eid: 'a' });
    await watched.advance(14 * MINUTE);
    expect(watched.shown).toEqual([]);
    await watched.advance(3 * HOUR);
    expect(watched.shown.map(({ at, about, title, how }) => [at - openedAt, about, title, how])).toEqual([
      [
        15 * MINUTE,
        {
          kind: 'overdue',
          cause: ALLOCATION,
          deadline: 'take',
          since: openedAt,
          dueAt: openedAt + 15 * MINUTE,
          endedAt: null,
        },
        expect.stringMatching(/^Not taken by \d\d:\d\d · Allocation failed$/),
        { banner: true, sound: true },
      ],
      [
        HOUR,
        { kind: 'overdue', cause: ALLOCATION, deadline: 'end', since: openedAt, dueAt: openedAt + HOUR, endedAt: null },
        expect.stringMatching(/^Not ended by \d\d:\d\d · Allocation failed$/),
        { banner: true, sound: true },
      ],
    ]);
    expect(watched.overdue().map(({ severity, how, seenAt }) => [severity, how, seenAt])).toEqual([
      ['failed', { banner: true, sound: true, badge: true }, null],
      ['failed', { banner: true, sound: true, badge: true }, null],
    ]);
  });

  test('a taken group ends the alarm about taking it, and withdraws its notification', async () => {
    const watched = await failing();
    await watched.until(16 * MINUTE);
    await take(watched);
    const takenAt = watched.clock.now();
    await watched.advance(5 * SECOND);
    const [alarm] = watched.overdue();
    expect([alarm?.about.endedAt, alarm?.seenAt].map((at) => (at ?? 0) - takenAt < 5 * SECOND)).toEqual([true, true]);
    expect(watched.withdrawn).toContain(alarm?.id);
    await watched.until(HOUR + MINUTE);
    expect(watched.fired()).toEqual(['take 900', 'end 3600']);
    await endWell(watched);
    await watched.advance(5 * SECOND);
    expect(watched.overdue().map(({ about }) => about.endedAt === null)).toEqual([false, false]);
  });

  test('a group that ends and fails again is another opening with its own times', async () => {
    const watched = await failing();
    await watched.until(20 * MINUTE);
    await endWell(watched);
    await watched.until(30 * MINUTE);
    await watched.receiveLocalizations({ eid: 'b' });
    await watched.until(50 * MINUTE);
    expect(watched.fired()).toEqual(['take 900', `take ${45 * 60}`]);
  });

  test('a group that was marked as done and reopened has the alarm of its opening, and no other', async () => {
    const watched = await failing();
    await watched.until(20 * MINUTE);
    await watched.act((cases) => performAction(cases, { kind: 'done' }, [ALLOCATION]));
    await watched.advance(MINUTE);
    expect(watched.overdue()[0]?.about.endedAt).not.toBe(null);
    await watched.act((cases) => performAction(cases, { kind: 'reopen' }, [ALLOCATION]));
    await watched.advance(MINUTE);
    expect(watched.overdue()[0]).toMatchObject({ about: { endedAt: null }, seenAt: null });
    expect(watched.fired()).toEqual(['take 900']);
  });

  test('a group that becomes worse gets the earlier time', async () => {
    const settings = {
      ...DEFAULT_DEADLINES,
      byConsequence: {
        ...DEFAULT_DEADLINES.byConsequence,
        refused: { takeMinutes: 60, endMinutes: null },
        partial: { takeMinutes: 10, endMinutes: null },
      },
    };
    const watched = await deadlinesOverStore(settings);
    const openedAt = watched.clock.now();
    await watched.receiveRequest('one', 10, 10);
    await watched.advance(5 * MINUTE);
    await watched.receiveRequest('two', 10, 3);
    await watched.advance(2 * HOUR);
    expect(watched.shown.map(({ at, about }) => [at - openedAt, about.deadline])).toEqual([[10 * MINUTE, 'take']]);
  });

  test('a group has no alarm if its consequence has no deadline, and keeps the alarm that it had if the settings change', async () => {
    const watched = await failing(sameTimes({ takeMinutes: null, endMinutes: 30 }));
    await watched.until(31 * MINUTE);
    expect(watched.fired()).toEqual(['end 1800']);
    const { alarms } = watched.current();
    const settings = (endMinutes: number | null) => ({
      ...(watched.files.stored.get('followed-cases') ?? raise()),
      deadlines: sameTimes({ takeMinutes: null, endMinutes }),
    });
    await alarms.putSettings(settings(null));
    await watched.advance(5 * SECOND);
    expect(watched.overdue()[0]?.about.endedAt).not.toBe(null);
    await alarms.putSettings(settings(10));
    await watched.advance(5 * SECOND);
    expect(watched.overdue()[0]?.about.endedAt).toBe(null);
    expect(watched.fired()).toEqual(['end 1800']);
  });
});

function raise(): never {
  throw new Error('there are no settings');
}

test('[DEADLINE-5] many groups that are overdue at once notify up to the limit per minute, and failures do not use it up', async () => {
  const watched = await deadlinesOverStore(TIMES, { perMinute: 2 });
  const codes = Array.from({ length: 5 }, (_, index) => `CODE_${index}`);
  await watched.receiveLocalizations(...codes.map((code) => ({ eid: code, code })));
  await watched.advance(15 * MINUTE - 10 * SECOND);
  await watched.receiveLocalizations(...codes.map((code) => ({ eid: `new ${code}`, code: `NEW_${code}` })));
  await watched.advance(MINUTE);
  expect(watched.shown).toHaveLength(2);
  expect(watched.overdue().map(({ silence }) => silence)).toEqual([null, null, 'cap', 'cap', 'cap']);
});

describe('[DEADLINE-5] just before and just after its time', () => {
  test.each<[what: string, at: number, change: (watched: Watched) => Promise<unknown>, fired: readonly string[]]>([
    ['taken before', 15 * MINUTE - SECOND, take, ['end 3600']],
    ['taken after', 15 * MINUTE + SECOND, take, ['take 900', 'end 3600']],
    ['ended before', 15 * MINUTE - SECOND, endWell, []],
    ['ended after', 15 * MINUTE + SECOND, endWell, ['take 900']],
    ['muted before, for longer', 15 * MINUTE - SECOND, (watched) => mute(watched, 600), []],
    ['muted after, for longer', 15 * MINUTE + SECOND, (watched) => mute(watched, 600), ['take 900']],
  ])('%s', async (_what, at, change, fired) => {
    const watched = await failing();
    await watched.until(at);
    await change(watched);
    await watched.until(2 * HOUR);
    expect(watched.fired()).toEqual(fired);
  });

  test('a mute that ends before the time changes nothing', async () => {
    const watched = await failing();
    await mute(watched, 5);
    await watched.until(2 * HOUR);
    expect(watched.fired()).toEqual(['take 900', 'end 3600']);
  });

  test('a time that runs out during a mute is over when the mute ends by time', async () => {
    const watched = await failing();
    await watched.until(10 * MINUTE);
    await mute(watched, 30);
    await watched.until(2 * HOUR);
    expect(watched.fired()).toEqual(['take 2400', 'end 3600']);
    expect(watched.shown[0]?.about.dueAt).toBe(watched.openedAt + 40 * MINUTE);
  });

  test('a time that runs out while each case is muted on its own is over within 5 s after the last mute', async () => {
    const watched = await failing();
    await watched.until(10 * MINUTE);
    const ends = { kind: 'time', at: watched.openedAt + 30 * MINUTE } as const;
    await watched.act((cases) => performAction(cases, { kind: 'mute', ends }, [caseKey({ kind: 'eid', eid: 'a' })]));
    await watched.until(30 * MINUTE - SECOND);
    expect(watched.fired()).toEqual([]);
    await watched.until(30 * MINUTE + 5 * SECOND);
    expect(watched.shown.map(({ about }) => about.deadline)).toEqual(['take']);
  });

  test('a time that ran out during a mute is over within seconds after an operator ends the mute', async () => {
    const watched = await failing();
    await watched.until(10 * MINUTE);
    await mute(watched, 600);
    await watched.until(50 * MINUTE);
    await unmute(watched);
    await watched.until(50 * MINUTE + 5 * SECOND);
    expect(watched.shown.map(({ about }) => about.deadline)).toEqual(['take']);
  });

  test('a group that was taken before its time and released after it is overdue then', async () => {
    const watched = await failing();
    await watched.until(14 * MINUTE);
    await take(watched);
    await watched.until(30 * MINUTE);
    await release(watched);
    await watched.until(30 * MINUTE + 6 * SECOND);
    expect(watched.shown.map(({ about }) => about.deadline)).toEqual(['take']);
    await take(watched);
    await watched.advance(MINUTE);
    await release(watched);
    await watched.until(40 * MINUTE);
    expect(watched.shown).toHaveLength(1);
  });

  test('a case that joins a taken group is taken, too', async () => {
    const watched = await failing();
    await take(watched);
    await watched.until(14 * MINUTE);
    await watched.receiveLocalizations({ eid: 'b' });
    await watched.until(59 * MINUTE);
    expect(watched.fired()).toEqual([]);
  });
});

describe('[DEADLINE-5] fires once, within 5 s of its time', () => {
  test.each([false, true])(
    'through a restart between every two steps; cases derived again: %s',
    async (isFromEvents) => {
      const watched = await failing();
      const restart = () => watched.restart(isFromEvents);
      await restart();
      await watched.until(14 * MINUTE);
      await restart();
      await watched.until(15 * MINUTE);
      await restart();
      await watched.until(20 * MINUTE);
      await restart();
      await take(watched);
      await restart();
      await watched.until(30 * MINUTE);
      await release(watched);
      await restart();
      await watched.until(HOUR);
      await restart();
      await watched.until(2 * HOUR);
      await endWell(watched);
      await restart();
      await watched.until(3 * HOUR);
      expect(watched.fired()).toEqual(['take 900', 'end 3600']);
      expect(watched.overdue().map(({ about }) => about.endedAt === null)).toEqual([false, false]);
    },
  );

  test('if the program did not run at its time, as soon as it runs', async () => {
    const watched = await failing();
    await watched.current().end();
    await watched.until(5 * HOUR);
    await watched.restart();
    await watched.advance(5 * SECOND);
    const late = watched.shown.map(({ at }) => at - watched.openedAt - 5 * HOUR);
    expect([late.length, late.every((ms) => ms <= 5 * SECOND)]).toEqual([2, true]);
    await watched.advance(HOUR);
    expect(watched.shown).toHaveLength(2);
  });

  test('if the computer slept over its time, after it wakes', async () => {
    const watched = await failing();
    await watched.until(10 * MINUTE);
    watched.clock.sleepComputer(8 * HOUR);
    const wokeAt = watched.clock.monotonic();
    await watched.advance(5 * SECOND);
    expect(watched.shown.map(({ monotonic }) => monotonic - wokeAt <= 5 * SECOND)).toEqual([true, true]);
    await watched.advance(HOUR);
    expect(watched.shown).toHaveLength(2);
  });

  test('if the clock is set forward by hours, and not again if it is set back', async () => {
    const watched = await failing();
    await watched.until(10 * MINUTE);
    watched.clock.setWallClock(watched.clock.now() + 3 * HOUR);
    await watched.advance(5 * SECOND);
    expect(watched.shown.map(({ about }) => about.deadline)).toEqual(['take', 'end']);
    watched.clock.setWallClock(watched.clock.now() - 3 * HOUR);
    await watched.advance(MINUTE);
    expect(watched.overdue().map(({ about }) => about.endedAt)).toEqual([null, null]);
    await watched.restart();
    await watched.advance(4 * HOUR);
    expect(watched.shown).toHaveLength(2);
  });

  test('if the clock is set back before its time, when the clock shows that time', async () => {
    const watched = await failing();
    await watched.until(10 * MINUTE);
    watched.clock.setWallClock(watched.openedAt - HOUR);
    await watched.until(15 * MINUTE - SECOND);
    expect(watched.fired()).toEqual([]);
    await watched.until(2 * HOUR);
    expect(watched.fired()).toEqual(['take 900', 'end 3600']);
  });

  test('after a crash between the commit and the notification', async () => {
    const watched = await failing();
    await watched.until(15 * MINUTE + SECOND);
    const { cursor, records } = await watched.store.writer.loadProjection('alarms', 1);
    const [alarm] = watched.overdue();
    const put = [{ key: alarm?.id ?? '', value: JSON.stringify({ ...alarm, deliveries: [] }) }];
    await watched.current().end();
    expect(records.length).toBeGreaterThan(0);
    await watched.store.writer.commitProjection({
      name: 'alarms',
      version: 1,
      from: cursor,
      to: cursor ?? 0,
      put,
      remove: [],
    });
    await watched.restart();
    await watched.advance(5 * SECOND);
    expect(watched.shown.map(({ about }) => about.deadline)).toEqual(['take', 'take']);
    expect(watched.overdue()).toHaveLength(1);
  });

  test('if the stored alarms cannot be read at the start', async () => {
    const watched = await failing();
    await watched.until(16 * MINUTE);
    const { writer } = watched.store;
    const load = vi.spyOn(writer, 'loadProjection').mockRejectedValue(new Error('the disk does not answer'));
    await watched.restart();
    await watched.advance(30 * SECOND);
    load.mockRestore();
    await watched.advance(MINUTE);
    expect(watched.fired()).toEqual(['take 900']);
    expect(watched.overdue()).toHaveLength(1);
  });

  test('but not for what a group was while its cases are derived again', async () => {
    const watched = await failing();
    await watched.until(10 * MINUTE);
    // More than one batch, of 4 000 events.
    const others = Array.from({ length: 4_500 }, (_, index) => ({ ...success, eid: `other-${index}` }));
    await watched.receiveLocalizations(...others);
    await take(watched);
    await watched.until(30 * MINUTE);
    const fired = [watched.fired()];
    let isStoreBusy = true;
    await watched.restart(true, { isStoreBusy: () => isStoreBusy });
    await watched.until(31 * MINUTE);
    isStoreBusy = false;
    await watched.until(59 * MINUTE);
    expect([...fired, watched.fired(), watched.overdue()]).toEqual([[], [], []]);
  });
});
