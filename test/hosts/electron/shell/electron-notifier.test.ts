/** Alarms by Electron's own notifications: what was shown is confirmed, what was not says why. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createElectronNotifier } from '../../../../src-main/hosts/electron/shell/electron-notifier.ts';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { callNames, calls, Notification, resetElectron } from '../../../doubles/electron.ts';

beforeEach(resetElectron);
afterEach(() => vi.useRealTimers());

const notice = (title: string, changes: Partial<AlarmNotification> = {}): AlarmNotification => ({
  watch: watchIdSchema.parse('watch'),
  alarm: 'one',
  severity: 'failed',
  title,
  body: 'body',
  banner: true,
  sound: true,
  isUpdate: false,
  ...changes,
});
const shown = () => calls.filter(({ name }) => name === 'notification.show').map((call) => call.arguments[0]);

describe('[NOTIFY-2] one notification per alarm', () => {
  test('a summary takes its place, quietly; no system plays a sound of its own', async () => {
    const notifier = createElectronNotifier(Notification);
    await notifier.show(notice('Allocation failed'));
    await notifier.show(notice('Allocation failed · 2 eUICCs', { isUpdate: true }));
    await notifier.show(notice('Blind', { alarm: 'two', severity: 'watching' }));
    expect(shown()).toEqual([
      { id: 'one', title: 'Allocation failed', body: 'body', silent: true, urgency: 'normal' },
      { id: 'one', title: 'Allocation failed · 2 eUICCs', body: 'body', silent: true, urgency: 'low' },
      { id: 'two', title: 'Blind', body: 'body', silent: true, urgency: 'critical' },
    ]);
    expect(callNames()).toEqual(['notification.show', 'notification.close', 'notification.show', 'notification.show']);
  });

  test('an update of what somebody put away is not shown again', async () => {
    const notifier = createElectronNotifier(Notification);
    await notifier.show(notice('Allocation failed'));
    Notification.made[0]?.emit('close', { reason: 'userCanceled' });
    await notifier.show(notice('Allocation failed · 2 eUICCs', { isUpdate: true }));
    expect(shown()).toHaveLength(1);
  });

  test('[HOST-37] one whose banner went by itself stands in the list of the system: it is updated, opened, taken away', async () => {
    const notifier = createElectronNotifier(Notification);
    const opened: string[] = [];
    notifier.onOpened((alarm) => opened.push(alarm));
    await notifier.show(notice('Allocation failed'));
    await notifier.show(notice('Blind', { alarm: 'two' }));
    for (const notification of Notification.made) notification.emit('close', { reason: 'timedOut' });
    await notifier.show(notice('Allocation failed · 2 eUICCs', { isUpdate: true }));
    Notification.made.at(-1)?.emit('click');
    await notifier.withdraw('two');
    expect([shown().length, opened, callNames().at(-1)]).toEqual([3, ['one'], 'notification.close']);
  });

  test('[NOTIFY-2] an update of what never stood there is shown: what only counts never calls', async () => {
    const notifier = createElectronNotifier(Notification);
    await notifier.show(notice('+3 not shown', { isUpdate: true }));
    await notifier.show(notice('+9 not shown', { isUpdate: true }));
    Notification.made[1]?.emit('click');
    await notifier.show(notice('+12 not shown', { isUpdate: true }));
    expect(shown().map((options) => Object(options).title)).toEqual(['+3 not shown', '+9 not shown']);
  });

  test('what has no banner is not shown; what is withdrawn goes, once', async () => {
    const notifier = createElectronNotifier(Notification);
    await notifier.show(notice('Counted only', { banner: false }));
    expect(shown()).toEqual([]);
    await notifier.show(notice('Blind'));
    await notifier.withdraw('one');
    await notifier.withdraw('one');
    expect(callNames()).toEqual(['notification.show', 'notification.close']);
  });
});

describe('[NOTIFY-6] what was not shown says why', () => {
  test('the system refuses it, in its own words', async () => {
    const notifier = createElectronNotifier(Notification);
    Notification.showResult = { refused: 'UNErrorDomain 1: not signed' };
    await expect(notifier.show(notice('Blind'))).rejects.toThrow('UNErrorDomain 1: not signed');
    Notification.showResult = 'shown';
    // It does not stand there: an update of it would call.
    await notifier.show(notice('Blind', { isUpdate: true }));
    expect(shown()).toHaveLength(1);
  });

  test('the system has none', async () => {
    Notification.supported = false;
    await expect(createElectronNotifier(Notification).show(notice('Blind'))).rejects.toThrow('shows no notifications');
  });

  test('a system that says nothing has shown it', async () => {
    vi.useFakeTimers();
    Notification.showResult = 'silent';
    const done = createElectronNotifier(Notification).show(notice('Blind'));
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).resolves.toBeUndefined();
  });
});

test('[ALARM-18] a click tells which alarm', async () => {
  const notifier = createElectronNotifier(Notification);
  const opened: string[] = [];
  notifier.onOpened((alarm) => opened.push(alarm));
  await notifier.show(notice('Blind', { alarm: 'two' }));
  Notification.made[0]?.emit('click');
  expect(opened).toEqual(['two']);
});
