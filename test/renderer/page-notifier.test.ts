/** Browser notification that records its instances and dispatches its events. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageNotifier } from '../../src-renderer/alarms/page-notifier.ts';
import { aNotice } from '../doubles/alarms.ts';

class BrowserNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static made: BrowserNotification[] = [];
  readonly title: string;
  readonly renotify: unknown;
  readonly requireInteraction: unknown;

  constructor(title: string, options: NotificationOptions) {
    super();
    this.title = title;
    this.renotify = Object(options).renotify;
    this.requireInteraction = options.requireInteraction;
    BrowserNotification.made.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('show')));
  }

  /** Closes the notification, as the page or the user does. */
  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

const told = () => BrowserNotification.made.map(({ title, renotify }) => ({ title, renotify }));

beforeEach(() => {
  BrowserNotification.made = [];
  vi.stubGlobal('Notification', BrowserNotification);
  vi.stubGlobal('window', { isSecureContext: true, focus: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

test('[NOTIFY-2] a notification that the user closed is not shown again by an update, but by a new alarm', async () => {
  const notifier = createPageNotifier();
  const show = (title: string, isUpdate: boolean) => notifier.show(aNotice({ title, isUpdate }), () => undefined);
  expect(await show('Allocation failed', false)).toBeNull();
  expect(await show('2 eUICCs', true)).toBeNull();
  BrowserNotification.made[1]?.close();
  expect(await show('3 eUICCs', true)).toBeNull();
  expect(await show('Allocation failed again', false)).toBeNull();
  expect(told()).toEqual([
    { title: 'Allocation failed', renotify: true },
    { title: '2 eUICCs', renotify: false },
    { title: 'Allocation failed again', renotify: true },
  ]);
});

test('[NOTIFY-2] the notification of a lost stream stays on the screen until it is over', async () => {
  const notifier = createPageNotifier();
  for (const isLasting of [true, false]) await notifier.show(aNotice({ isLasting }), () => undefined);
  expect(BrowserNotification.made.map(({ requireInteraction }) => requireInteraction)).toEqual([true, false]);
});

test('a clicked notification ignores updates; a withdrawn one is shown again by an update', async () => {
  const notifier = createPageNotifier();
  const opened: string[] = [];
  await notifier.show(aNotice({ alarm: 'one', title: 'one' }), () => opened.push('one'));
  BrowserNotification.made[0]?.dispatchEvent(new Event('click'));
  await notifier.show(aNotice({ alarm: 'one', title: 'one goes on', isUpdate: true }), () => undefined);
  await notifier.show(aNotice({ alarm: 'two', title: 'two' }), () => undefined);
  notifier.withdraw('two');
  await notifier.show(aNotice({ alarm: 'two', title: 'two goes on', isUpdate: true }), () => undefined);
  expect(opened).toEqual(['one']);
  expect(told().map(({ title }) => title)).toEqual(['one', 'two', 'two goes on']);
});
