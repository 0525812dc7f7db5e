/** Random nights, watched by the real alarms over a real store. The back-test knows only what the store has of them. */
import { expect, test } from 'vitest';
import { ALARM_PROJECTION, storedAlarms } from '../../../../../src-main/core/alarms/alarm-projection.ts';
import { replaySpan } from '../../../../../src-main/core/alarms/back-test/replay-span.ts';
import { caseKey } from '../../../../../src-shared/domain/cases/case-keys.ts';
import type { Alarm } from '../../../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmCause } from '../../../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import { type AlarmSettings, DEFAULT_ALARM_SETTINGS } from '../../../../../src-shared/domain/cases/alarm.ts';
import type { UndoableAction } from '../../../../../src-shared/domain/cases/action.ts';
import { ALL_WEEK, type WeekHours } from '../../../../../src-shared/domain/cases/week-hours.ts';
import { ALLOCATION } from '../../../../doubles/an-outlet.ts';
import { JONAS, OLIVIA, performAction } from '../../../../doubles/cases-over-store.ts';
import { deadlinesOverStore, sameTimes } from '../../../../doubles/deadlines-over-store.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';
import { rounds } from '../../../../support/breadth.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NIGHT_MS = 5 * HOUR;
/** The live alarms look at the groups every few seconds, and notice this late what is overdue at once. */
const MAX_LATE_MS = 5 * SECOND;
const QUIET: WeekHours = ALL_WEEK.map(() => [{ from: 120, to: 240 }]);
/** The alarms pause for this long after they have applied something. */
const PAUSE_MS = 250;
const OPERATIONS = ['DOWNLOADED', 'ALLOCATED', 'ENABLED'];
const success = { operation: 'LOCALIZED', state: 'COMPLETED' };

function nightSettings(pick: (below: number) => number): AlarmSettings {
  const { standard } = DEFAULT_ALARM_SETTINGS;
  return {
    ...DEFAULT_ALARM_SETTINGS,
    quiet: pick(2) === 0 ? QUIET : DEFAULT_ALARM_SETTINGS.quiet,
    perMinute: 1 + pick(6),
    standard: {
      ...standard,
      failures: { ...standard.failures, ...(pick(3) === 0 && { when: { kind: 'own', hours: QUIET } }) },
      partial: { ...standard.partial, banner: pick(2) === 0 },
    },
    deadlines: sameTimes({ takeMinutes: 5 + pick(30), endMinutes: 40 + pick(100) }),
  };
}

interface Alarmed {
  readonly what: string;
  readonly at: number;
}

function alarmed({ about, firstAt, severity }: Alarm): Alarmed {
  const group = about.kind === 'signal' ? about.signal : alarmCause({ about });
  // An alarm of requests becomes partial after its call if a later request of the group fails in part.
  const isOfRequests = group?.startsWith('cause:request/') === true;
  const kind =
    about.kind === 'overdue' ? `overdue to ${about.deadline}` : `${about.kind} ${isOfRequests ? '' : severity}`;
  return { what: `${kind}, ${group}`, at: firstAt };
}

const inOrder = (all: readonly Alarmed[]) =>
  all.toSorted((one, other) => (one.what < other.what ? -1 : one.what > other.what ? 1 : one.at - other.at));

function isSame({ what, at }: Alarmed, recorded: Alarmed | undefined): boolean {
  const lateMs = (recorded?.at ?? 0) - at;
  return what === recorded?.what && (lateMs === 0 || (what.startsWith('overdue') && Math.abs(lateMs) <= MAX_LATE_MS));
}

/** @param daysBefore days without events between an hour of failures and the night */
async function night(seed: number, daysBefore = 0) {
  const pick = randomNumbers(seed);
  const settings = nightSettings(pick);
  const watched = await deadlinesOverStore(settings.deadlines, settings);
  const { clock, store, act, advance } = watched;
  const start = clock.now();
  const eid = () => `eid-${pick(8)}`;
  const action = (what: UndoableAction) =>
    act((cases) =>
      performAction(
        cases,
        what,
        [pick(3) === 0 ? caseKey({ kind: 'eid', eid: eid() }) : ALLOCATION],
        pick(2) === 0 ? OLIVIA : JONAS,
      ),
    );
  /** The clock moves on only when the alarms have applied the failure, or wait for it: their time decides about limits. */
  async function applied(received: Promise<void>): Promise<void> {
    await received;
    for (let turn = 1; ; turn += 1) {
      const { cursor } = await store.writer.loadProjection(ALARM_PROJECTION, 1);
      if (cursor === watched.newestSeq()) return;
      if (turn > 1_000) throw new Error('the alarms do not apply the failure');
      if (turn % 100 === 0) await advance(PAUSE_MS);
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const failAs = (operation: string) => applied(watched.receiveLocalizations({ eid: eid(), operation }));
  const fail = () => failAs(OPERATIONS[pick(3)] ?? 'ALLOCATED');
  const steps: readonly (() => Promise<unknown>)[] = [
    fail,
    fail,
    fail,
    async () => {
      for (let failures = 3 + pick(6); failures > 0; failures -= 1) {
        await fail();
        await advance(PAUSE_MS + 1 + pick(3 * SECOND));
      }
    },
    () => watched.receiveLocalizations({ eid: eid(), ...success }),
    () => watched.receiveLocalizations({ eid: eid(), ...success }, { eid: eid(), ...success }),
    () => applied(watched.receiveRequest(`REQ-${pick(5)}`, 4, 1 + pick(4))),
    () => action({ kind: 'take' }),
    () => action({ kind: 'release' }),
    () => action({ kind: 'done' }),
    () => action({ kind: 'mute', ends: { kind: 'time', at: clock.now() + (5 + pick(40)) * MINUTE } }),
    () => action({ kind: 'mute', ends: { kind: 'next-failure' } }),
    () => action({ kind: 'mute', ends: { kind: 'worse' } }),
    () => action({ kind: 'unmute' }),
    async () => {
      watched.setStream({ kind: 'blind', since: clock.now(), cause: null, attempt: 1, nextAttemptAt: null });
      await advance(pick(10 * MINUTE));
      watched.setStream({ kind: 'watching', since: clock.now(), lastEventAt: clock.now(), lastHeartbeatAt: null });
    },
    // A restart ends the group, so the next failure alarms again.
    async () => {
      await failAs('ALLOCATED');
      await advance(5 * SECOND);
      await watched.receive(['HEARTBEAT', '{}']);
      await advance(SECOND);
      await watched.stopSession();
      await watched.restart();
      await watched.receive(['HEARTBEAT', '{}']);
      await advance(5 * SECOND);
      await failAs('ALLOCATED');
    },
  ];
  await watched.receive(['HEARTBEAT', '{}']);
  await advance(SECOND);
  const watchFor = async (ms: number) => {
    const end = clock.now() + ms;
    while (clock.now() < end) {
      await steps[pick(steps.length)]?.();
      await act(async () => undefined);
      await advance(7 * SECOND + pick(pick(3) === 0 ? 3 * MINUTE : 12 * MINUTE));
    }
  };
  if (daysBefore > 0) {
    await watchFor(HOUR);
    for (let hours = 24 * daysBefore; hours > 0; hours -= 1) await advance(HOUR);
  }
  const from = daysBefore > 0 ? clock.now() : start;
  await watchFor(NIGHT_MS);
  const { cases } = watched.current();
  await cases.waitUntilCaughtUp();
  const recorded = storedAlarms(await store.reader.projectionRecords(ALARM_PROJECTION))
    .filter(({ silence, about }) => silence === null && about.kind !== 'not-shown')
    .map(alarmed)
    .filter(({ at }) => at >= from);
  const { projection } = cases;
  const callsWith = async (read: Pick<typeof projection, 'stays' | 'tallies'>) => {
    const { replayed } = await replaySpan(
      { projection: read, scanner: store.scanner, clock },
      [{ settings, views: [] }],
      { from, to: clock.now() },
      new AbortController().signal,
    );
    return inOrder(replayed[0]?.calls.map(({ alarm }) => alarmed(alarm)) ?? []);
  };
  const everyCase = {
    stays: (query: Parameters<typeof projection.stays>[0]) => projection.stays({ ...query, isThinned: false }),
    tallies: (query: Parameters<typeof projection.tallies>[0]) => projection.tallies(query),
  };
  return {
    recorded: inOrder(recorded),
    wouldAlarm: await callsWith(projection),
    withEveryCase: await callsWith(everyCase),
  };
}

test.each(Array.from({ length: rounds({ usual: 3, thorough: 120 }) }, (_, seed) => seed))(
  '[ALARM-35] a back-test of a recorded night with its own rules is identical to what alarmed: seed %i',
  async (seed) => {
    const { recorded, wouldAlarm } = await night(seed);
    expect(recorded.length).toBeGreaterThan(5);
    expect(wouldAlarm.map((one, index) => (isSame(one, recorded[index]) ? recorded[index] : one))).toEqual(recorded);
  },
);

test.each(Array.from({ length: rounds({ usual: 1, thorough: 40 }) }, (_, seed) => 1_000 + seed))(
  '[ALARM-35] a back-test needs only one of the cases that have been open for days: seed %i',
  async (seed) => {
    const { wouldAlarm, withEveryCase } = await night(seed, 2);
    expect(wouldAlarm.length).toBeGreaterThan(5);
    expect(wouldAlarm).toEqual(withEveryCase);
  },
);
