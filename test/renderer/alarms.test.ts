import { DESKTOP } from '../../src-shared/domain/outlets/local-outlets.ts';
import { describe, expect, it, vi } from 'vitest';
import { ALARM_NOTES, createAlarmSounds } from '../../src-renderer/stores/alarm-sounds.ts';
import type { NotificationPermissionStatus } from '../../src-renderer/alarms/page-notifier.ts';
import { subscribeToPageAlarms } from '../../src-renderer/alarms/page-alarms.ts';
import { targetHref } from '../../src-renderer/alarms/show-target.ts';
import { deliveryProblem } from '../../src-renderer/screens/settings/alarms/delivery-problem.ts';
import { adjacentCell, paintedWeek, weekText } from '../../src-renderer/screens/settings/alarms/quiet-cells.ts';
import { openUntil } from '../../src-renderer/screens/settings/alarms/AlarmLane.tsx';
import { ruleFromFilter } from '../../src-renderer/screens/settings/alarms/rule-source.ts';
import { createAlarmsStore } from '../../src-renderer/stores/alarms-store.ts';
import type { AlarmNotification, AlarmsSnapshot, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { Alarm } from '../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmSeverities, DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { caseKey, causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { alarmsState, anAllocationAlarm } from '../doubles/page-alarms.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { aNotice } from '../doubles/alarms.ts';

const allocation = { kind: 'localization', operation: 'ALLOCATED', type: null, code: 'X' } as const;
const seventy = { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONSTATE', type: 'DCP_ERROR', code: '70' } as const;
const NOBODY: readonly never[] = [];

describe('[ALARM-41] the lane of a cause', () => {
  const failures = anAllocationAlarm().about;
  const signal = { kind: 'signal', signal: 'blind', cause: null } as const;
  const overdue = { kind: 'overdue', cause: causeKey(allocation), deadline: 'take', since: 1, dueAt: 2 } as const;
  it.each<[string, Pick<Alarm, 'about' | 'seenAt'>, number]>([
    ['a failure until it is acknowledged', { about: failures, seenAt: 40 }, 40],
    ['a failure that nobody acknowledged until now', { about: failures, seenAt: null }, 100],
    ['a signal until it ended', { about: { ...signal, endedAt: 30 }, seenAt: 20 }, 30],
    ['an acknowledged signal that goes on until now', { about: { ...signal, endedAt: null }, seenAt: 20 }, 100],
    ['an overdue group until it is in time again', { about: { ...overdue, endedAt: 60 }, seenAt: null }, 60],
  ])('draws %s', (_, alarm, until) => {
    expect(openUntil(alarm, 100)).toBe(until);
  });
});

describe('the target of a click on an alarm', () => {
  it.each<[ShowTarget, string]>([
    [{ kind: 'case', key: caseKey({ kind: 'eid', eid: '8904' }) }, '#/localizations?case=eid:8904'],
    [{ kind: 'case', key: caseKey({ kind: 'request', requestId: 'R-1' }) }, '#/requests?case=request:R-1'],
    [{ kind: 'group', key: causeKey(allocation) }, '#/localizations?group=cause:localization/ALLOCATED//X'],
    [{ kind: 'group', key: causeKey(seventy) }, '#/requests?group=cause:request/CHANGE_SUBSCRIPTIONSTATE/DCP_ERROR/70'],
    [{ kind: 'event', seq: 4_712 }, '#/timeline?event=4712&around=4712'],
    [{ kind: 'view', query: 'outcome:failed country:NO' }, '#/timeline?q=outcome:failed%20country:NO'],
    // The query is passed unchanged; the timeline reports what is wrong with it.
    [{ kind: 'view', query: 'colour:red #&' }, '#/timeline?q=colour%3Ared%20%23%26'],
    [{ kind: 'screen', screen: 'coverage' }, '#/coverage'],
    [{ kind: 'screen', screen: 'alarms' }, '#/settings?part=alarms'],
  ])('[PAGE-38] %j leads to %s', (target, href) => {
    expect(targetHref(target)).toBe(href);
  });
});

describe('a notification for the page', () => {
  function following(refused: string | null = null, isHeard = true) {
    const backend = new PageBackend();
    const clock = new FakePageClock();
    const heard: string[] = [];
    const went: (readonly [WatchId | null, ShowTarget])[] = [];
    const shown: { readonly notice: AlarmNotification; readonly click: () => void }[] = [];
    const withdrawn: string[] = [];
    const stop = subscribeToPageAlarms({
      backend,
      clock,
      notifier: {
        show: async (notice, click) => {
          shown.push({ notice, click });
          return refused;
        },
        withdraw: (alarm) => void withdrawn.push(alarm),
      },
      sounds: {
        async play(severity) {
          heard.push(severity);
          return isHeard;
        },
      },
      go: (watch, target) => void went.push([watch, target]),
    });
    return { backend, alarming: backend.pageAlarms, clock, heard, went, shown, withdrawn, stop };
  }

  it('[ALARM-32] is shown, and the page reports its delivery or the reason for a refusal', async () => {
    const { alarming, shown, heard } = following();
    alarming.emitNotice({ kind: 'show', notice: aNotice({ sound: true }) });
    await vi.waitFor(() =>
      expect(alarming.calls).toEqual([['reportDelivery', { watch: WATCH, alarm: 'alarm-1', refused: null }]]),
    );
    expect(shown.map(({ notice }) => notice.title)).toEqual([aNotice().title]);
    expect(heard).toEqual(['failed']);
    const refusing = following('nobody has allowed it');
    refusing.alarming.emitNotice({ kind: 'show', notice: aNotice() });
    await vi.waitFor(() =>
      expect(refusing.alarming.calls).toEqual([
        ['reportDelivery', { watch: WATCH, alarm: 'alarm-1', refused: 'nobody has allowed it' }],
      ]),
    );
  });

  it.each([
    [true, [['reportDelivery', { watch: WATCH, alarm: 'alarm-1', refused: null }]]],
    [false, []],
  ])('[ALARM-32] with a sound alone is reported as shown only if the sound was heard (%s)', async (isHeard, calls) => {
    const { alarming, heard, shown } = following(null, isHeard);
    alarming.emitNotice({ kind: 'show', notice: aNotice({ sound: true, banner: false }) });
    await vi.waitFor(() => expect(heard).toEqual(['failed']));
    await new Promise((resolve) => setImmediate(resolve));
    expect([alarming.calls, shown]).toEqual([calls, []]);
  });

  it('[ALARM-16] opens its subject when clicked, is withdrawn on request, and the page follows an open command', async () => {
    const { alarming, shown, went, withdrawn } = following();
    alarming.target = { kind: 'event', seq: 7 };
    alarming.emitNotice({ kind: 'show', notice: aNotice() });
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    shown[0]?.click();
    await vi.waitFor(() => expect(went).toEqual([[WATCH, { kind: 'event', seq: 7 }]]));
    expect(alarming.calls).toContainEqual(['open', { watch: WATCH, alarm: 'alarm-1' }]);
    alarming.emitNotice({ kind: 'withdraw', watch: WATCH, alarm: 'alarm-1' });
    alarming.emitNotice({ kind: 'open', watch: null, target: { kind: 'screen', screen: 'coverage' } });
    expect(withdrawn).toEqual(['alarm-1']);
    expect(went.at(-1)).toEqual([null, { kind: 'screen', screen: 'coverage' }]);
  });

  it('arrives again 5 s after the backend ended the feed, until the page is left', () => {
    const { backend, alarming, clock, stop } = following();
    alarming.endNotices();
    expect(backend.calls.openFeeds('alarms.notifications')).toBe(0);
    clock.advance(5_000);
    expect(backend.calls.openFeeds('alarms.notifications')).toBe(1);
    stop();
    clock.advance(60_000);
    expect(backend.calls.openFeeds('alarms.notifications')).toBe(0);
  });
});

describe('the alarm settings', () => {
  function opened() {
    const backend = new PageBackend();
    const store = createAlarmsStore(backend);
    store.open(watchSnapshot());
    return { alarming: backend.pageAlarms, store };
  }

  it('[PAGE-130] show pending changes, and the stored values again if a change is refused', async () => {
    const { alarming, store } = opened();
    const both = [store.changeSettings({ perMinute: 9 }), store.changeSettings({ watching: { sound: true } })];
    expect(store.getState().pendingSettings).toEqual({
      ...DEFAULT_ALARM_SETTINGS,
      perMinute: 9,
      watching: { sound: true },
    });
    await Promise.all(both);
    expect(store.getState()).toMatchObject({
      pendingSettings: null,
      snapshot: { settings: { perMinute: 9, watching: { sound: true } } },
    });
    const failure = backendError({
      code: 'STORE_UNWRITABLE',
      facts: { path: '/data/alarms.json', problem: 'forbidden' },
    });
    alarming.failure = failure;
    await store.changeSettings({ perMinute: 8 });
    expect(store.getState()).toMatchObject({
      pendingSettings: null,
      requestError: failure,
      snapshot: { settings: { perMinute: 9 } },
    });
  });

  it('ignore updates and send nothing after the watch is closed', async () => {
    const { alarming, store } = opened();
    store.close();
    alarming.emit({ unseen: 3 });
    await store.test();
    expect([store.getState().snapshot, alarming.calls]).toEqual([null, []]);
  });
});

describe('a week of quiet hours', () => {
  const none = [[], [], [], [], [], [], []];

  it('[ALARM-35] is painted and erased between two corners in either order', () => {
    const nights = paintedWeek(none, { day: 4, step: 47 }, { day: 0, step: 44 }, true);
    expect(weekText(nights)).toBe('Mon–Fri 22:00–24:00');
    const holes = paintedWeek(nights, { day: 1, step: 45 }, { day: 2, step: 45 }, false);
    expect(holes[1]).toEqual([
      { from: 1_320, to: 1_350 },
      { from: 1_380, to: 1_440 },
    ]);
    expect(weekText(holes)).toBe('Mon 22:00–24:00 · Tue, Wed 22:00–22:30, 23:00–24:00 · Thu, Fri 22:00–24:00');
    expect(weekText(paintedWeek(none, { day: 0, step: 0 }, { day: 6, step: 47 }, true))).toBe('Every day 00:00–24:00');
    expect(weekText(none)).toBe('');
  });

  it.each([
    ['ArrowDown', [5, 9], [6, 9]],
    ['ArrowDown', [6, 9], [6, 9]],
    ['ArrowUp', [0, 9], [0, 9]],
    ['ArrowUp', [1, 9], [0, 9]],
    ['ArrowLeft', [3, 0], [3, 0]],
    ['ArrowRight', [3, 46], [3, 47]],
    ['ArrowRight', [3, 47], [3, 47]],
    ['Home', [3, 9], [3, 0]],
    ['End', [3, 9], [3, 47]],
  ] as const)('moves with %s from %j to %j, and stays within the week', (key, [day, step], [toDay, toStep]) => {
    expect(adjacentCell({ day, step }, key)).toEqual({ day: toDay, step: toStep });
  });
});

describe('a problem with the delivery of alarms', () => {
  const state = alarmsState();

  it('[ALARM-32] has a title, and offers to ask the browser if that can help', () => {
    const desk = { kind: 'available', service: 'dunst 1.9.0', banners: 'shown' } as const;
    const missing = {
      kind: 'missing',
      since: Date.UTC(2026, 10, 28, 14, 2),
      reason: 'there is no session bus',
    } as const;
    const problem = (part: Partial<AlarmsSnapshot>, permission: NotificationPermissionStatus) =>
      deliveryProblem({ ...state, ...part }, permission, 'UTC');
    const said = [
      problem({}, 'granted'),
      problem({}, 'default'),
      problem({}, 'denied'),
      problem({}, 'missing'),
      problem({ shownBy: DESKTOP, desk }, 'denied'),
      problem({ shownBy: DESKTOP, desk, refused: 'no service' }, 'granted'),
      problem({ shownBy: DESKTOP, desk: { ...desk, banners: 'held-back' } }, 'granted'),
      problem({ desk: missing, refused: missing.reason }, 'default'),
      problem({ desk: missing }, 'granted'),
      problem({ readOnly: true }, 'default'),
    ].map((standing) => standing && [standing.title, standing.canRequestPermission]);
    expect(said).toEqual([
      null,
      ['This browser has not been asked to allow notifications.', true],
      ['This browser blocks notifications of Watchfloor.', false],
      ['This browser cannot show notifications for this page.', false],
      null,
      ['This computer shows no notifications.', false],
      ['This desktop holds notifications back.', false],
      ['No desktop has shown alarms since 14:02.', true],
      ['No desktop has shown alarms since 14:02.', false],
      ['Another Watchfloor watches this profile and sends its alarms.', false],
    ]);
  });
});

describe('alarm sounds', () => {
  it('have a distinct pattern for each severity, at most 1.5 s long', () => {
    const patterns = alarmSeverities.map((severity) => ALARM_NOTES[severity]);
    expect(new Set(patterns.map((notes) => JSON.stringify(notes))).size).toBe(alarmSeverities.length);
    expect(Math.max(...patterns.flat().map(({ startMs, durationMs }) => startMs + durationMs))).toBeLessThanOrEqual(
      1_500,
    );
  });

  it('[ALARM-32] are blocked before the first user gesture, and report that', async () => {
    const open = vi.fn<() => AudioContext>();
    const sounds = createAlarmSounds(new FakePageClock(), open, () => false);
    expect(await sounds.play('failed')).toBe(false);
    expect(sounds.getState()).toEqual({ kind: 'blocked' });
    expect(open).not.toHaveBeenCalled();
  });

  it.each<[string, () => Promise<void>]>([
    ['never answers', () => new Promise(() => undefined)],
    ['refuses', () => Promise.reject(new Error('The device is gone.'))],
  ])('[ALARM-32] report that they were not heard if the device %s', async (_what, resume) => {
    const clock = new FakePageClock();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is asked of it
    const sounds = createAlarmSounds(
      clock,
      () => ({ state: 'suspended', resume }) as AudioContext,
      () => true,
    );
    const played = sounds.play('failed');
    clock.advance(1_000);
    expect([await played, sounds.getState()]).toEqual([false, { kind: 'blocked' }]);
  });
});

describe('a rule from a filter', () => {
  it('is named after its filter if the user gives no name, and reports an invalid filter or a used name', () => {
    expect(ruleFromFilter('', '', NOBODY)).toMatchObject({ rule: null });
    expect(ruleFromFilter('outcome:failed', '', NOBODY).rule?.name).toBe('Failed');
    expect(ruleFromFilter('colour:red', '', NOBODY)).toMatchObject({ rule: null });
    const taken = [{ id: 'v', name: 'Norway', filter: { terms: [] }, pinned: false, notify: null }];
    expect(ruleFromFilter('country:NO', ' norway ', taken)).toMatchObject({
      rule: null,
      nameNote: 'A view already has this name: choose another.',
    });
  });
});
