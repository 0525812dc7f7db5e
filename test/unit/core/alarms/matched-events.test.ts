import { expect, test, vi } from 'vitest';
import { alarmRules, type CompiledRule } from '../../../../src-main/core/alarms/alarm-rules.ts';
import { matchedEvents } from '../../../../src-main/core/alarms/matched-events.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import { NO_OPERATOR_STATE, type CaseState } from '../../../../src-main/core/ports/case-projection.ts';
import { causeKey, type CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { localizationEvent } from '../../../doubles/case-events.ts';
import { aCaseState, allocationFailure } from '../../../doubles/case-states.ts';
import { filterOf } from '../../../doubles/filters.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';
import { aView } from '../../../doubles/saved-views.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const loud = { on: true, banner: true, sound: true, badge: false };

function matching(
  views = [aView('norway', 'country:NO', { name: 'Norway', notify: loud })],
  rules = alarmRules(DEFAULT_ALARM_SETTINGS, views),
) {
  const clock = new FakeClock();
  const progress = { changes: new ChangeSignal(), processedThrough: { cursor: 0, actions: 0 }, groups: new Map() };
  const projection = { alarmedCases: async (): Promise<CaseState[]> => [] };
  const reader = new MemoryReader(
    [
      localizationEvent(1, 0, { code: 'X', eid: '8904-1', country: 'NO' }),
      localizationEvent(2, 0, { code: 'X', eid: '8904-2', country: 'SE' }),
      localizationEvent(3, 0, { state: 'COMPLETED', eid: '8904-3', country: 'NO' }),
      localizationEvent(4, 0, { state: 'COMPLETED', eid: '8904-4', country: 'SE' }),
    ],
    1,
  );
  const read = new Map<string, boolean>();
  const parts = {
    reader,
    projection,
    progress,
    clock,
    projectionWait: { timedOutAt: null },
    onRead: (rule: string, is: boolean) => void read.set(rule, is),
    log: new SilentLog(),
  };
  const found = (span = { from: 0, to: 4 }) => matchedEvents(parts, rules, span, new AbortController().signal);
  return { clock, progress, projection, found, reader, read };
}

test('applies a standard rule that asks for something other than an outcome', async () => {
  const [failures, ...others] = alarmRules(DEFAULT_ALARM_SETTINGS, []);
  const { progress, found } = matching(
    [],
    [{ ...(failures as CompiledRule), filter: filterOf('country:NO') }, ...others],
  );
  progress.processedThrough = { cursor: 4, actions: 0 };
  expect((await found()).map(({ event, rules }) => [event.seq, rules.map(({ id }) => id)])).toEqual([
    [1, ['failures']],
    [3, ['failures']],
  ]);
});

test('[ALARM-35] tries a view that cannot be read three times and still applies the other rules; throws if no rule can be read', async () => {
  const { clock, progress, found, reader } = matching();
  progress.processedThrough = { cursor: 4, actions: 0 };
  const summaries = reader.summaries.bind(reader);
  const broken = vi.spyOn(reader, 'summaries').mockImplementation(async (query) => {
    if (JSON.stringify(query.filter).includes('country')) throw new Error('These texts are damaged.');
    return summaries(query);
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
  expect([ends, clock.sleeping]).toEqual([new Error('stored events cannot be read for alarms'), 0]);
});

test('[ALARM-35] returns an event that several rules match once, with all of these rules, in the order of arrival', async () => {
  const { progress, found } = matching();
  progress.processedThrough = { cursor: 4, actions: 0 };
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

test('[ALARM-24] waits at most five seconds for the case projection, then returns the events as not muted', async () => {
  const { clock, progress, projection, found } = matching();
  const casesQuery = vi.spyOn(projection, 'alarmedCases');
  let late: unknown = null;
  void found().then((events) => (late = events.map(({ isMuted }) => isMuted)));
  await clock.advance(4_900);
  expect(late).toBe(null);
  await clock.advance(200);
  expect([late, casesQuery.mock.calls.length, clock.sleeping]).toEqual([[false, false, false], 0, 0]);
  let soon: unknown = null;
  progress.processedThrough = { cursor: 1, actions: 0 };
  void found().then((events) => (soon = events.length));
  await clock.advance(100);
  progress.processedThrough = { cursor: 4, actions: 0 };
  progress.changes.notify();
  await clock.advance(0);
  expect([soon, casesQuery.mock.calls.length, clock.sleeping]).toEqual([3, 1, 0]);
});

test('[ALARM-24] does not wait again for a case projection that fell behind until it moves on', async () => {
  const { clock, progress, found } = matching();
  const done: number[] = [];
  const casesQuery = () => void found().then(() => done.push(clock.monotonic()));
  const startedAt = clock.monotonic();
  casesQuery();
  await clock.advance(5_000);
  casesQuery();
  await clock.advance(1_000);
  progress.processedThrough = { cursor: 2, actions: 0 };
  casesQuery();
  await clock.advance(4_999);
  const before = done.map((at) => at - startedAt);
  await clock.advance(1);
  expect([before, done.length]).toEqual([[5_000, 5_000], 3]);
});

test('[ALARM-24] marks open cases of a muted group as muted, but no ended case and no case that later failed with another cause', async () => {
  const { progress, found, projection, cause } = muting();
  progress.processedThrough = { cursor: 4, actions: 0 };
  const of = (number: number, changes: Partial<CaseState>) =>
    aCaseState(number, { of: { kind: 'eid', eid: `8904-${String(number)}` }, cause, failedSeq: number, ...changes });
  vi.spyOn(projection, 'alarmedCases').mockResolvedValueOnce([of(1, {}), of(2, { openedAt: null })]);
  const matched = await found({ from: 0, to: 2 });
  vi.spyOn(projection, 'alarmedCases').mockResolvedValueOnce([of(1, { failedSeq: 9 }), of(2, { cause: null })]);
  const other = await found({ from: 0, to: 2 });
  expect(
    [matched, other].map((events) => events.map(({ isMuted, cause: foundCause }) => [isMuted, foundCause === cause])),
  ).toEqual([
    [
      [true, true],
      [false, true],
    ],
    [
      [false, false],
      [false, false],
    ],
  ]);
});

function muting() {
  const made = matching();
  const cause = causeKey(allocationFailure);
  const mute = { ends: { kind: 'worse' }, at: 1, open: 1, worst: 0 } as const;
  const groups = made.progress.groups as Map<CauseKey, unknown>;
  groups.set(cause, { key: cause, open: 1, standing: { ...NO_OPERATOR_STATE, mute } });
  return { ...made, cause };
}

test('[ALARM-35] reports a rule as unreadable until it can be read again, but no rule if the store cannot be read', async () => {
  const { clock, progress, found, reader, read } = matching();
  progress.processedThrough = { cursor: 4, actions: 0 };
  const summaries = reader.summaries.bind(reader);
  const broken = vi.spyOn(reader, 'summaries').mockRejectedValue(new Error('No such file.'));
  void found().catch(() => undefined);
  await clock.advance(60_000);
  const ofStore = [...read];
  broken.mockImplementation(async (query) => {
    if (JSON.stringify(query.filter).includes('country')) throw new Error('These texts are damaged.');
    return summaries(query);
  });
  void found();
  await clock.advance(5_000);
  const ofView = [read.get('failures'), read.get('norway')];
  broken.mockImplementation(summaries);
  await found();
  expect([ofStore, ofView, read.get('norway')]).toEqual([[], [true, false], true]);
});

test('reads new events once for all standard rules', async () => {
  const { progress, found, reader } = matching([]);
  progress.processedThrough = { cursor: 4, actions: 0 };
  const summaries = vi.spyOn(reader, 'summaries');
  const events = await found();
  expect(events.map(({ event, rules }) => [event.seq, rules.map(({ id }) => id)])).toEqual([
    [1, ['failures']],
    [2, ['failures']],
  ]);
  // The reader answers one row at a time, so it is called several times with one filter.
  expect(new Set(summaries.mock.calls.map(([{ filter }]) => JSON.stringify(filter))).size).toBe(1);
});
