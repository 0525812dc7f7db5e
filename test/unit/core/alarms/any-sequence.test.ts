import { alarmStatus } from '../../../../src-shared/domain/alarms/alarm-status.ts';
import { localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { describe, expect, test } from 'vitest';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { MAX_STORED_ALARMS, MAX_COUNTED_IDS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { QuietSpan } from '../../../../src-shared/domain/cases/week-hours.ts';
import type { CauseKey } from '../../../../src-shared/domain/cases/case.ts';
import { reduceAlarms } from '../../../../src-main/core/alarms/alarm-reducer.ts';
import { failureCause } from '../../../../src-main/core/cases/projection/failure-cause.ts';
import { retainedIdCount } from '../../../../src-main/core/alarms/group-tally.ts';
import { AlarmRun, BADGE_ONLY, BANNER, WITH_SOUND, matchedEvent } from '../../../doubles/alarm-run.ts';
import { localizationEvent } from '../../../doubles/case-events.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { rounds } from '../../../support/breadth.ts';
import type { AlarmInput, MatchedEvent } from '../../../../src-main/core/alarms/alarm-step.ts';

const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ENABLED', 'ODD'];
const HOWS = [BADGE_ONLY, BANNER, WITH_SOUND];
const OVERDUE_CAUSE = failureCause(localizationEvent(1, 0), null).key;
const SIGNALS = ['blind', 'seat-taken', 'sign-in-needed', 'not-storing'] as const;

function anyInput(run: AlarmRun, pick: (limit: number) => number): AlarmInput {
  const id = [...run.state.alarms.keys()][pick(Math.max(1, run.state.alarms.size))] ?? 'nobody';
  const kinds: readonly (() => AlarmInput)[] = [
    () => ({ kind: 'time' }),
    () => ({ kind: 'delivery', alarm: id, delivery: localDelivery(PAGE, null) }),
    () => ({ kind: 'delivery', alarm: id, delivery: localDelivery(PAGE, 'nobody') }),
    () => ({ kind: 'opened', alarm: id, wasClicked: false }),
    () => ({ kind: 'seen', alarms: [id] }),
    () => ({
      kind: 'signals',
      signals: SIGNALS.filter(() => pick(3) === 0).map((signal) => ({ signal, since: run.now - pick(2), cause: null })),
    }),
    () => ({
      kind: 'overdue',
      groups: (['take', 'end'] as const)
        .filter(() => pick(2) === 0)
        .map((deadline) => ({ cause: OVERDUE_CAUSE, deadline, since: pick(2), dueAt: pick(3), severity: 'failed' })),
    }),
    () => ({ kind: 'test' }),
  ];
  const events = (): AlarmInput => ({
    kind: 'events',
    events: Array.from({ length: 1 + pick(4) }, () => anyFailure(run, pick)),
  });
  return (pick(2) === 0 ? events : (kinds[pick(kinds.length)] ?? events))();
}

function anyFailure(run: AlarmRun, pick: (limit: number) => number): MatchedEvent {
  const failure = run.matchedFailure({
    operation: STEPS[pick(STEPS.length)],
    eid: String(pick(9)),
    isMuted: pick(9) === 0,
  });
  const how = HOWS[pick(HOWS.length)] ?? BANNER;
  const receivedAt = run.now - (pick(12) === 0 ? 1_000_000 : pick(5_000));
  return { ...failure, event: { ...failure.event, receivedAt }, rules: [{ id: 'failures', name: '', how }] };
}

function settle(run: AlarmRun, pick: (limit: number) => number): void {
  const day: readonly QuietSpan[] = pick(3) === 0 ? [{ from: 0, to: 1_440 }] : [];
  run.settings = { ...run.settings, perMinute: 1 + pick(4), quiet: Array.from({ length: 7 }, () => day) };
}

const isCapped = ({ about }: Alarm) => about.kind === 'failures';

describe('the alarm reducer with random inputs in random order', () => {
  test.each(Array.from({ length: rounds({ usual: 2, thorough: 12 }) }, (_, seed) => seed))(
    '[ALARM-13] notifies never twice, keeps the limit, and stores a reason for each silent alarm: seed %i',
    (seed) => {
      const pick = randomNumbers(seed + 1);
      const run = new AlarmRun();
      let elapsed = 0;
      let remaining = run.settings.perMinute;
      const calledAt: number[] = [];
      const called = new Set<string>();
      for (let steps = 0; steps < 300; steps += 1) {
        const forward = pick(20_000);
        elapsed += forward;
        run.now += forward - (pick(40) === 0 ? forward + pick(7_200_000) : 0);
        if (pick(25) === 0) settle(run, pick);
        remaining = Math.max(remaining, run.settings.perMinute);
        const input = anyInput(run, pick);
        run.apply(input);
        // An alarm that could not be shown may notify again.
        if (input.kind === 'delivery' && run.deliveriesOf(input.alarm).includes('not-delivered'))
          called.delete(input.alarm);
        for (const { kind, alarm } of run.lastStep?.notifications ?? []) {
          if (kind !== 'call') continue;
          expect(called.has(alarm.id), `${alarm.id} called twice`).toBe(false);
          expect(alarmStatus(alarm)).toBe('due');
          called.add(alarm.id);
          if (isCapped(alarm)) calledAt.push(elapsed);
        }
        // Measured in elapsed time, because the clock may have been set back.
        expect(calledAt.filter((at) => at > elapsed - 60_000).length).toBeLessThanOrEqual(remaining);
        if (input.kind === 'events')
          for (const { event } of input.events) expect(isNotified(run, event.seq)).toBe(true);
        expect(run.state.alarms).toEqual(run.storedAlarms);
        for (const alarm of run.state.alarms.values())
          if (alarmStatus(alarm) === 'due' && alarm.about.kind !== 'not-shown') expect(called.has(alarm.id)).toBe(true);
      }
    },
  );

  /** True if an alarm covers the event, whether it notified or stores why not. */
  function isNotified(run: AlarmRun, seq: number): boolean {
    return [...run.state.alarms.values()].some(
      ({ firstSeq, lastSeq }) => firstSeq !== null && lastSeq !== null && firstSeq <= seq && seq <= lastSeq,
    );
  }

  test('[ALARM-13] returns the same result for the same input and never changes the previous state', () => {
    const pick = randomNumbers(7);
    const run = new AlarmRun();
    for (let steps = 0; steps < 200; steps += 1) {
      run.advanceSeconds(pick(20));
      const input = anyInput(run, pick);
      const before = run.state;
      const copy = structuredClone(before);
      const snapshot = () => {
        let ids = 0;
        const newId = () => `again-${steps}-${(ids += 1)}`;
        return reduceAlarms(before, input, {
          now: run.now,
          settings: run.settings,
          zone: run.zone,
          ruleHours: run.ruleHours,
          newId,
        });
      };
      expect(snapshot()).toEqual(snapshot());
      expect(before).toEqual(copy);
      run.apply(input);
    }
  });
});

describe('the memory of the alarm reducer', () => {
  const made = localizationEvent(1, 0);
  let seq = 0;

  function failures(receivedAt: number, causeOf: (index: number) => string): AlarmInput {
    const events = Array.from({ length: 1_000 }, () => {
      seq += 1;
      const event = { ...made, seq, receivedAt, eid: `eid-${seq}`, countryCode: `C${seq % 1_999}` };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has that form
      return matchedEvent(event, { cause: causeOf(seq) as CauseKey });
    });
    return { kind: 'events', events };
  }

  const thousands = rounds({ usual: 5, thorough: 100 });

  test(`keeps the newest ${MAX_STORED_ALARMS} alarms when ${thousands} 000 causes fail`, () => {
    const run = new AlarmRun();
    const blind = { signal: 'blind', since: run.now } as const;
    run.applySignals(blind);
    for (let round = 0; round < thousands; round += 1)
      run.apply(failures(run.now, (index) => `cause:localization/X//${index}`));
    expect(run.applySignals(blind)).toEqual([]);
    expect([run.state.alarms.size, run.storedAlarms.size, run.state.groups.size <= MAX_STORED_ALARMS]).toEqual([
      MAX_STORED_ALARMS,
      MAX_STORED_ALARMS,
      true,
    ]);
    expect([...run.state.alarms.values()].find(({ about }) => about.kind === 'not-shown')?.about).toEqual({
      kind: 'not-shown',
      count: thousands * 1_000 - run.settings.perMinute,
    });
  });

  test('counts at most 50 000 eUICCs of a group and 200 000 of all groups', () => {
    const run = new AlarmRun();
    const retainedIds = () => Array.from(run.state.groups.values(), ({ tally }) => retainedIdCount(tally));
    const newest = () => [...run.state.alarms.values()].at(-1)?.about;
    for (let round = 0; round < 51; round += 1) run.apply(failures(run.now, () => 'cause:localization/Y//'));
    expect(retainedIds()).toEqual([MAX_COUNTED_IDS]);
    expect(newest()).toMatchObject({ isMore: true, failures: 51_000, eids: MAX_COUNTED_IDS, others: 292 });
    // Four full groups use up the total limit. A step never changes a group in place, so all four can share one object.
    const [full] = run.state.groups.values();
    if (full === undefined) throw new Error('There is no group.');
    const groups = new Map(['Y1', 'Y2', 'Y3', 'Y4'].map((key) => [`cause:localization/${key}//`, full]));
    run.state = { ...run.state, groups };
    run.apply(failures(run.now, () => 'cause:localization/Z//'));
    expect(retainedIds()).toEqual([...Array.from({ length: 4 }, () => MAX_COUNTED_IDS), 0]);
    expect(newest()).toMatchObject({ isMore: true, failures: 1_000, eids: 0 });
  });
});
