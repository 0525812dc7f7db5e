import { expect, onTestFinished, test } from 'vitest';
import { DesktopOutlet } from '../../../../src-main/core/outlets/local/desktop-outlet.ts';
import { type LocalDelivery, localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { PageOutlet } from '../../../../src-main/core/outlets/local/page-outlet.ts';
import type { Notifier } from '../../../../src-main/core/ports/notifier.ts';
import type { AlarmNotification, PageNotification } from '../../../../src-shared/api/alarms.ts';
import type { DeskState } from '../../../../src-shared/domain/outlets/desk-state.ts';
import { DESKTOP, PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { RecordingNotifier } from '../../../doubles/recording-notifier.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { aNotice } from '../../../doubles/alarms.ts';

const NO_RECIPIENT = localDelivery(PAGE, 'no page was open to show it');
const watch = watchIdSchema.parse('the-watch');
const notice = (alarm: string, part: Partial<AlarmNotification> = {}) =>
  aNotice({ watch, alarm, title: 'T', body: 'B', ...part });

function calling(notifier: Notifier | null) {
  const clock = new FakeClock();
  const ending = new AbortController();
  onTestFinished(() => ending.abort(new Error('the test is over')));
  const ends = ending.signal;
  const pages = new PageOutlet(clock, ends);
  const outlet = notifier === null ? pages : new DesktopOutlet({ notifier, pages, clock, log: new SilentLog(), ends });
  const deliveries: LocalDelivery[] = [];
  return {
    clock,
    pages,
    outlet,
    deliveries,
    show: (one: AlarmNotification, maySound = true) =>
      outlet.show(one, (delivery) => deliveries.push(delivery), maySound),
    page: () => {
      const pageNotices: PageNotification[] = [];
      const leaving = new AbortController();
      void (async () => {
        for await (const one of pages.subscribe(leaving.signal)) pageNotices.push(one.notice);
      })();
      return { pageNotices, leave: () => leaving.abort(new Error('the page is gone')) };
    },
  };
}

test('[ALARM-32] sends to an open page without a notifier, and waits for the page to report the result', async () => {
  const { page, show, clock, deliveries } = calling(null);
  const { pageNotices } = page();
  await clock.advance(0);
  show(notice('a'));
  await clock.advance(29_000);
  expect([pageNotices, deliveries]).toEqual([[{ kind: 'show', notice: notice('a') }], []]);
});

test('[ALARM-32] shows waiting notifications in their latest form on a page that opens within 30 s, and reports later ones as not shown', async () => {
  const { page, show, clock, deliveries, outlet } = calling(null);
  show(notice('a', { sound: true }));
  show(notice('a', { isUpdate: true, title: 'T · 2' }));
  show(notice('b'));
  outlet.withdraw(watch, 'b');
  await clock.advance(29_000);
  const first = page();
  await clock.advance(0);
  first.leave();
  await clock.advance(0);
  show(notice('c'));
  await clock.advance(31_000);
  const second = page();
  await clock.advance(0);
  // b was withdrawn while it waited, the page did not confirm a, and no page came in time for c.
  expect([first.pageNotices, second.pageNotices, deliveries]).toEqual([
    [{ kind: 'show', notice: notice('a', { sound: true, title: 'T · 2' }) }],
    [],
    [NO_RECIPIENT, NO_RECIPIENT, NO_RECIPIENT],
  ]);
});

test('[ALARM-32] sends what a page did not confirm to the next page, even before the first page is known to be closed', async () => {
  const { page, show, clock, deliveries, outlet } = calling(null);
  const first = page();
  await clock.advance(0);
  show(notice('shown'));
  show(notice('lost', { sound: true }));
  outlet.reported(watch, 'shown', null);
  show(notice('lost', { isUpdate: true, title: 'T · 2' }));
  await clock.advance(29_000);
  const second = page();
  await clock.advance(0);
  first.leave();
  await clock.advance(0);
  outlet.reported(watch, 'lost', null);
  const third = page();
  await clock.advance(31_000);
  expect([second.pageNotices, third.pageNotices, deliveries]).toEqual([
    [{ kind: 'show', notice: notice('lost', { sound: true, title: 'T · 2' }) }],
    [],
    [],
  ]);
});

test('[ALARM-32] sends only the sound to pages if the desktop accepts the alarm, and otherwise the alarm with the reason', async () => {
  const notifier = new RecordingNotifier();
  const { page, show, clock, deliveries, outlet } = calling(notifier);
  const { pageNotices } = page();
  await clock.advance(0);
  show(notice('a', { sound: true }));
  show(notice('b', { sound: true, banner: false }));
  await clock.advance(0);
  // Only the sound alone needs the answer of a page; the notifier answers for a notification.
  expect([outlet.reported(watch, 'b', null), outlet.reported(watch, 'a', null)]).toEqual([
    localDelivery(PAGE, null),
    null,
  ]);
  notifier.failure = new Error('Notifications are off.');
  show(notice('c'));
  await clock.advance(0);
  expect(outlet.reported(watch, 'c', null)).toEqual(localDelivery(PAGE, null));
  expect({ pageNotices, shown: notifier.shown, deliveries, refused: outlet.refused }).toEqual({
    pageNotices: [
      ...['a', 'b'].map((alarm) => ({ kind: 'show', notice: notice(alarm, { sound: true, banner: false }) })),
      { kind: 'show', notice: notice('c') },
    ],
    shown: [notice('a', { sound: true })],
    deliveries: [
      localDelivery(DESKTOP, null, notifier.desk),
      localDelivery(DESKTOP, 'Notifications are off.', notifier.desk),
    ],
    refused: 'Notifications are off.',
  });
});

const HOLDING_BACK = { kind: 'available', service: 'dunst 1.9.0', banners: 'held-back' } as const;
const MISSING = { kind: 'missing', since: 1, reason: 'there is no session bus' } as const;

test.each<[string, DeskState, Partial<AlarmNotification>, maySound: boolean, toPages: object[]]>([
  ['holds it back', HOLDING_BACK, {}, true, [{ banner: false, sound: true }]],
  ['holds it back, and its rule has a sound', HOLDING_BACK, { sound: true }, true, [{ banner: false, sound: true }]],
  ['holds an update back', HOLDING_BACK, { isUpdate: true }, true, []],
  ['holds it back, and another desk plays the sounds', HOLDING_BACK, {}, false, []],
  ['has no service', MISSING, {}, true, [{ banner: true, sound: false }]],
  ['has no service, and its rule has a sound', MISSING, { sound: true }, true, [{ banner: true, sound: true }]],
])('[ALARM-32] a desktop that %s leaves to the pages what it does not show', async (...row) => {
  const [, desk, part, maySound, toPages] = row;
  const notifier = new RecordingNotifier();
  notifier.become(desk);
  if (desk.kind === 'missing') notifier.failure = new Error(desk.reason);
  const { page, show, clock, deliveries } = calling(notifier);
  const { pageNotices } = page();
  await clock.advance(0);
  show(notice('a', part), maySound);
  await clock.advance(0);
  expect(pageNotices).toEqual(toPages.map((how) => ({ kind: 'show', notice: notice('a', { ...part, ...how }) })));
  expect(deliveries).toEqual([localDelivery(DESKTOP, desk.kind === 'missing' ? desk.reason : null, desk)]);
});

test('[NOTIFY-10] a desktop that accepts an alarm late has delivered it after all', async () => {
  const notifier = new RecordingNotifier();
  const answer = Promise.withResolvers<void>();
  const { show, clock, deliveries } = calling(Object.assign(notifier, { show: () => answer.promise }));
  show(notice('a'));
  await clock.advance(5_000);
  expect(deliveries).toEqual([localDelivery(DESKTOP, 'The notification service does not answer.', notifier.desk)]);
  answer.resolve();
  await clock.advance(0);
  expect(deliveries.at(-1)).toEqual(localDelivery(DESKTOP, null, notifier.desk));
});

test('[ALARM-41] always reports a result: without a page that makes a sound or answers, and with a notifier that hangs or throws', async () => {
  const mute = calling(new RecordingNotifier());
  mute.show(notice('sound alone', { sound: true, banner: false }));
  await mute.clock.advance(30_000);
  const silent = calling(null);
  silent.page();
  await silent.clock.advance(0);
  silent.show(notice('a'));
  await silent.clock.advance(30_000);
  const hanging = calling(Object.assign(new RecordingNotifier(), { show: () => new Promise<void>(() => undefined) }));
  hanging.show(notice('a'));
  await hanging.clock.advance(30_000);
  const broken = calling(
    Object.assign(new RecordingNotifier(), { withdraw: () => Promise.reject(new Error('No bus is here.')) }),
  );
  broken.outlet.withdraw(watch, 'a');
  await broken.clock.advance(0);
  const detail = 'The notification service does not answer.';
  const { desk } = new RecordingNotifier();
  expect([mute, silent, hanging, broken].map(({ deliveries }) => deliveries)).toEqual([
    [NO_RECIPIENT],
    [NO_RECIPIENT],
    [localDelivery(DESKTOP, detail, desk)],
    [],
  ]);
});

test('[ALARM-41] does not wait longer for a page when the alarm changes meanwhile', async () => {
  const { show, clock, deliveries } = calling(null);
  show(notice('a'));
  for (let seconds = 5; seconds <= 30; seconds += 5) {
    await clock.advance(5_000);
    if (seconds < 30) show(notice('a', { isUpdate: true }));
  }
  expect(deliveries).toEqual([NO_RECIPIENT]);
});

test('[ALARM-32] holds each alarm once, in its latest form, and at most 100 of them for a page that reads nothing; equal ids of other watches are other alarms', async () => {
  const { pages, show } = calling(null);
  const leaving = new AbortController();
  const page = pages.subscribe(leaving.signal);
  const first = page.next();
  show(notice('first'));
  await first;
  for (let number = 0; number < 300; number += 1) show(notice(`a${String(number)}`, { sound: true }));
  for (let number = 0; number < 300; number += 1) show(notice('a299', { isUpdate: true, title: String(number) }));
  show(notice('a299', { watch: watchIdSchema.parse('the-other') }));
  const pageNotices: PageNotification[] = [];
  for (let number = 0; number < 100; number += 1) pageNotices.push((await page.next()).value?.notice ?? never());
  leaving.abort(new Error('the page is gone'));
  const after = await page.next();
  expect([pageNotices.slice(-2), after.done]).toEqual([
    [
      { kind: 'show', notice: notice('a299', { sound: true, title: '299' }) },
      { kind: 'show', notice: notice('a299', { watch: watchIdSchema.parse('the-other') }) },
    ],
    true,
  ]);
});

function never(): never {
  throw new Error('the page was told nothing');
}

test('[ALARM-41] reports the oldest of more than 100 waiting notifications as not shown, and cuts a reason to 200 characters', async () => {
  const { page, show, clock, deliveries } = calling(null);
  for (let number = 1; number <= 101; number += 1) show(notice(`a${String(number)}`));
  expect(deliveries).toEqual([NO_RECIPIENT]);
  const { pageNotices } = page();
  await clock.advance(0);
  expect([pageNotices.length, pageNotices[0]]).toEqual([100, { kind: 'show', notice: notice('a2') }]);
  const notifier = new RecordingNotifier();
  notifier.failure = new Error('x'.repeat(300));
  const broken = calling(notifier);
  broken.show(notice('a'));
  await broken.clock.advance(0);
  const detail = 'x'.repeat(200);
  expect([broken.deliveries, broken.outlet.refused]).toEqual([[localDelivery(DESKTOP, detail, notifier.desk)], detail]);
});

test('[ALARM-16] sends the target of a click to one page, or to the next that opens within a minute', async () => {
  const { page, clock, pages } = calling(null);
  const target = { kind: 'screen', screen: 'coverage' } as const;
  pages.open(watch, target);
  await clock.advance(59_000);
  const [one, other] = [page(), page()];
  await clock.advance(0);
  pages.open(null, target);
  await clock.advance(0);
  one.leave();
  other.leave();
  await clock.advance(0);
  pages.open(watch, target);
  await clock.advance(61_000);
  const late = page();
  await clock.advance(0);
  expect([one.pageNotices, other.pageNotices, late.pageNotices]).toEqual([
    [{ kind: 'open', watch, target }],
    [{ kind: 'open', watch: null, target }],
    [],
  ]);
});
