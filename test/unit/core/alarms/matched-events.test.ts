/** Which stored events alarm, and what the case book says of each. */
import { expect, test, vi } from 'vitest';
import { alarmRules } from '../../../../src-main/core/alarms/alarm-rules.ts';
import { matchedEvents } from '../../../../src-main/core/alarms/matched-events.ts';
import { Changes } from '../../../../src-main/core/lib/changes.ts';
import { USUAL_ALARM_SETTINGS } from '../../../../src-shared/domain/alarm.ts';
import { localizationEvent } from '../../../doubles/case-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';
import { aView } from '../../../doubles/saved-views.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const loud = { on: true, banner: true, sound: true, badge: false };

function matching(views = [aView('norway', 'country:NO', { name: 'Norway', notify: loud })]) {
  const clock = new FakeClock();
  const progress = { changes: new Changes(), looked: { cursor: 0, facts: 0 }, groups: new Map() };
  const book = { cases: async () => [] };
  const scanner = new MemoryReader(
    [
      localizationEvent(1, 0, { code: 'X', eid: '8904-1', country: 'NO' }),
      localizationEvent(2, 0, { code: 'X', eid: '8904-2', country: 'SE' }),
      localizationEvent(3, 0, { state: 'COMPLETED', eid: '8904-3', country: 'NO' }),
      localizationEvent(4, 0, { state: 'COMPLETED', eid: '8904-4', country: 'SE' }),
    ],
    1,
  );
  const rules = alarmRules(USUAL_ALARM_SETTINGS, views);
  const parts = { scanner, book, progress, clock, log: new SilentLog() };
  const found = (span = { from: 0, to: 4 }) => matchedEvents(parts, rules, span, new AbortController().signal);
  return { clock, progress, book, found, scanner };
}

test('[ALARM-48] a view that cannot be read is tried three times, and keeps no other rule from alarming; where no rule can be read nothing is passed over', async () => {
  const { clock, progress, found, scanner } = matching();
  progress.looked = { cursor: 4, facts: 0 };
  const slice = scanner.slice.bind(scanner);
  const broken = vi.spyOn(scanner, 'slice').mockImplementation(async (query) => {
    if (JSON.stringify(query.filter).includes('country')) throw new Error('These texts are damaged.');
    return slice(query);
  });
  let ends: unknown = null;
  void found().then((events) => (ends = events.map(({ event, rules }) => [event.seq, rules.map(({ id }) => id)])));
  await clock.advance(5_000);
  expect(ends).toEqual([
    [1, ['failures']],
    [2, ['failures']],
  ]);
  broken.mockRejectedValue(new Error('No such file.'));
  void found().catch((error: unknown) => (ends = error));
  await clock.advance(60_000);
  expect([ends, clock.sleeping]).toEqual([new Error('what is stored cannot be read for alarms'), 0]);
});

test('[ALARM-35] an event that several rules match comes once, with all of them, in the order of arrival', async () => {
  const { progress, found } = matching();
  progress.looked = { cursor: 4, facts: 0 };
  const events = await found();
  expect(events.map(({ event, rules, cause }) => [event.seq, rules.map(({ id }) => id), cause])).toEqual([
    [1, ['failures', 'norway'], expect.stringMatching(/^cause:localization\//)],
    [2, ['failures'], expect.stringMatching(/^cause:localization\//)],
    [3, ['norway'], null],
  ]);
  expect(events[2]?.rules).toEqual([
    { id: 'norway', name: 'Norway', how: { banner: true, sound: true, badge: false } },
  ]);
  expect((await found({ from: 1, to: 2 })).map(({ event }) => event.seq)).toEqual([2]);
});

test('[ALARM-36] the book is waited for, but not longer than five seconds: then it alarms, muted or not', async () => {
  const { clock, progress, book, found } = matching();
  const asked = vi.spyOn(book, 'cases');
  let late: unknown = null;
  void found().then((events) => (late = events.map(({ isMuted }) => isMuted)));
  await clock.advance(4_900);
  expect(late).toBe(null);
  await clock.advance(200);
  expect([late, asked.mock.calls.length, clock.sleeping]).toEqual([[false, false, false], 0, 0]);
  let soon: unknown = null;
  void found().then((events) => (soon = events.length));
  await clock.advance(100);
  progress.looked = { cursor: 4, facts: 0 };
  progress.changes.notify();
  await clock.advance(0);
  expect([soon, asked.mock.calls.length, clock.sleeping]).toEqual([3, 1, 0]);
});
