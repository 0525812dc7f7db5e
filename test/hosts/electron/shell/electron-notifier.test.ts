import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createElectronNotifier } from '../../../../src-main/hosts/electron/shell/electron-notifier.ts';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { callNames, calls, Notification, resetElectron } from '../../../doubles/electron.ts';
import { aNotice } from '../../../doubles/alarms.ts';

beforeEach(resetElectron);
afterEach(() => vi.useRealTimers());

const notice = (title: string, part: Partial<AlarmNotification> = {}) =>
  aNotice({ watch: watchIdSchema.parse('watch'), alarm: 'one', title, body: 'body', sound: true, ...part });
const shown = () => calls.filter(({ name }) => name === 'notification.show').map((call) => call.arguments[0]);

describe('[NOTIFY-2] the notification of an alarm', () => {
  test('is replaced quietly by its summary, and never plays a system sound', async () => {
    const notifier = createElectronNotifier(Notification, 'linux');
    await notifier.show(notice('Allocation failed'));
    await notifier.show(notice('Allocation failed · 2 eUICCs', { isUpdate: true }));
    await notifier.show(notice('Blind', { alarm: 'two', severity: 'watching', isLasting: true }));
    expect(shown()).toEqual([
      { id: 'one', title: 'Allocation failed', body: 'body', silent: true, urgency: 'normal' },
      { id: 'one', title: 'Allocation failed · 2 eUICCs', body: 'body', silent: true, urgency: 'low' },
      { id: 'two', title: 'Blind', body: 'body', silent: true, urgency: 'critical', timeoutType: 'never' },
    ]);
    expect(callNames()).toEqual(['notification.show', 'notification.close', 'notification.show', 'notification.show']);
  });

  test('is not shown again for an update after the user dismissed it', async () => {
    const notifier = createElectronNotifier(Notification, 'linux');
    await notifier.show(notice('Allocation failed'));
    Notification.made[0]?.emit('close', { reason: 'userCanceled' });
    await notifier.show(notice('Allocation failed · 2 eUICCs', { isUpdate: true }));
    expect(shown()).toHaveLength(1);
  });

  test("[ALARM-16] whose banner disappeared is still in the system's list, and can be updated, opened and withdrawn", async () => {
    const notifier = createElectronNotifier(Notification, 'linux');
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

  test('[NOTIFY-2] is shown for an update if none was shown before, but a mere count never alerts', async () => {
    const notifier = createElectronNotifier(Notification, 'linux');
    await notifier.show(notice('+3 not shown', { isUpdate: true }));
    await notifier.show(notice('+9 not shown', { isUpdate: true }));
    Notification.made[1]?.emit('click');
    await notifier.show(notice('+12 not shown', { isUpdate: true }));
    expect(shown().map((options) => Object(options).title)).toEqual(['+3 not shown', '+9 not shown']);
  });

  test('is not shown without a banner, and is withdrawn once', async () => {
    const notifier = createElectronNotifier(Notification, 'linux');
    await notifier.show(notice('Counted only', { banner: false }));
    expect(shown()).toEqual([]);
    await notifier.show(notice('Blind'));
    await notifier.withdraw('one');
    await notifier.withdraw('one');
    expect(callNames()).toEqual(['notification.show', 'notification.close']);
  });
});

describe('[ALARM-41] a notification that was not shown', () => {
  test('is reported with the words of the system that refused it', async () => {
    const notifier = createElectronNotifier(Notification, 'linux');
    Notification.showResult = { refused: 'UNErrorDomain 1: not signed' };
    await expect(notifier.show(notice('Blind'))).rejects.toThrow('UNErrorDomain 1: not signed');
    Notification.showResult = 'shown';
    // This one is not displayed, so an update of it would alert.
    await notifier.show(notice('Blind', { isUpdate: true }));
    expect(shown()).toHaveLength(1);
  });

  test('is reported if the system has no notifications', async () => {
    Notification.supported = false;
    await expect(createElectronNotifier(Notification, 'linux').show(notice('Blind'))).rejects.toThrow(
      'Notifications are not available',
    );
  });

  test('is assumed to be shown if the system does not answer', async () => {
    vi.useFakeTimers();
    Notification.showResult = 'silent';
    const done = createElectronNotifier(Notification, 'linux').show(notice('Blind'));
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).resolves.toBeUndefined();
  });
});

test('[ALARM-16] a click reports which alarm it was', async () => {
  const notifier = createElectronNotifier(Notification, 'linux');
  const opened: string[] = [];
  notifier.onOpened((alarm) => opened.push(alarm));
  await notifier.show(notice('Blind', { alarm: 'two' }));
  Notification.made[0]?.emit('click');
  expect(opened).toEqual(['two']);
});

test('[ALARM-16, NOTIFY-2] a toast of Windows carries its alarm and literal texts, and stays if the stream is lost', async () => {
  const notifier = createElectronNotifier(Notification, 'win32');
  await notifier.show(notice('A & <b>"B"</b>', { alarm: '00ff', body: 'one\ntwo' }));
  await notifier.show(notice('Blind', { alarm: 'two', isLasting: true }));
  expect(shown().map((options) => Object(options).toastXml)).toEqual([
    '<toast launch="type=click&amp;tag=00ff"><visual><binding template="ToastGeneric">' +
      '<text>A &amp; &lt;b&gt;&quot;B&quot;&lt;/b&gt;</text><text>one\ntwo</text></binding></visual>' +
      '<audio silent="true"/></toast>',
    expect.stringMatching(/^<toast launch="type=click&amp;tag=two" scenario="reminder">.*<action content="Dismiss" /),
  ]);
});
