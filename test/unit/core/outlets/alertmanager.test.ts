import { describe, expect, test } from 'vitest';
import { alertsAfter, alertsBody } from '../../../../src-main/core/outlets/alertmanager-format.ts';
import { sendAlerts } from '../../../../src-main/core/outlets/alertmanager-outlet.ts';
import { firstState, type SentAlert } from '../../../../src-main/core/outlets/outlet-state.ts';
import type { Delivery } from '../../../../src-shared/domain/outlets/delivery.ts';
import type { GroupFacts, Turn } from '../../../../src-shared/domain/outlets/turn.ts';
import { aGroupTurn, ALLOCATION, anOutlet } from '../../../doubles/an-outlet.ts';
import { ACCEPTED, answered } from '../../../doubles/memory-outlets.ts';

const profile = { id: 'p-1', name: 'Acme', domain: 'acme.example' };
const NOW = { now: 60_000, offsetMs: 0, isKnown: true };
const labels = (alerts: readonly SentAlert[]) => alerts.map((alert) => [alert.labels['consequence'], alert.endsAt]);

interface SentBody {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
  readonly startsAt: string;
  readonly endsAt: string;
}
const parsed = (body: string) => JSON.parse(body) as readonly SentBody[];

describe('[OUTLET-30] Alertmanager gets one alert for each open group and each fault of watching', () => {
  test('with labels that say what it is, and annotations that say how bad', () => {
    const turn = aGroupTurn(1, { at: 1_000 });
    const alerts = alertsAfter([], [turn], profile);
    const now = { ...turn.facts, open: 12, countries: [...turn.facts.countries, { country: 'SE', count: 10 }] };
    expect(parsed(alertsBody(alerts, new Map([[ALLOCATION as string, now]]), profile, NOW))).toEqual([
      {
        labels: {
          alertname: 'WatchfloorFailures',
          severity: 'critical',
          cause: 'ALLOCATED START_PROFILE_ALLOCATION_FAILED',
          consequence: 'unusable',
          country: 'NO',
          profile: 'p-1',
          domain: 'acme.example',
        },
        annotations: {
          summary: 'Allocation failed · 12 eUICCs · 2 countries',
          description: 'Profile on the eUICC, unusable.',
          open: '12',
          failures: '2',
          countries: 'NO 2, SE 10',
          owners: '',
          profile: 'Acme',
          domain: 'acme.example',
        },
        startsAt: '1970-01-01T00:00:01.000Z',
        endsAt: '1970-01-01T00:05:00.000Z',
      },
    ]);
  });

  test('an alert ends with its group; a worse consequence is another alert', () => {
    const opened = alertsAfter([], [aGroupTurn(1, { at: 10 }, { consequence: 'refused' })], profile);
    const worse = alertsAfter(opened, [aGroupTurn(2, { turn: 'worse', at: 20 }, { consequence: 'partial' })], profile);
    const taken = alertsAfter(worse, [aGroupTurn(3, { turn: 'taken', at: 30 })], profile);
    const ended = alertsAfter(taken, [aGroupTurn(4, { turn: 'ended', at: 40 })], profile);
    const expected = [
      ['refused', 20],
      ['partial', null],
    ];
    expect([labels(opened), labels(worse), labels(taken)]).toEqual([[['refused', null]], expected, expected]);
    expect(labels(ended)).toEqual([
      ['refused', 20],
      ['partial', 40],
    ]);
  });

  test('an alert ends at its start if the clock was set back since, because Alertmanager refuses an earlier end', () => {
    const opened = alertsAfter([], [aGroupTurn(1, { at: 100 }, { since: 100 })], profile);
    expect(labels(alertsAfter(opened, [aGroupTurn(2, { turn: 'ended', at: 40 })], profile))).toEqual([
      ['unusable', 100],
    ]);
  });

  test('[DEADLINE-8] an overdue group is another alert, which ends when the group is taken or ended', () => {
    const overdue = (number: number, kind: 'take' | 'end', turn: 'overdue' | 'taken' | 'ended' = 'overdue') =>
      aGroupTurn(number, { turn, at: number * 10 }, { deadline: { kind, at: number * 10 } });
    const shown = (alerts: readonly SentAlert[]) =>
      alerts.map(({ labels: { alertname, deadline = '' }, endsAt }) => [alertname, deadline, endsAt]);
    const late = alertsAfter([], [aGroupTurn(1), overdue(2, 'take'), overdue(3, 'end')], profile);
    expect(shown(late)).toEqual([
      ['WatchfloorFailures', '', null],
      ['WatchfloorOverdue', 'take', null],
      ['WatchfloorOverdue', 'end', null],
    ]);
    expect(JSON.parse(alertsBody(late, new Map(), profile, NOW))).toMatchObject([
      { startsAt: '1970-01-01T00:00:00.000Z' },
      {
        labels: { severity: 'critical' },
        annotations: { summary: 'Not taken in time: Allocation failed · 2 eUICCs · Norway' },
        startsAt: '1970-01-01T00:00:00.020Z',
      },
      { annotations: { summary: 'Not ended in time: Allocation failed · 2 eUICCs · Norway' } },
    ]);
    const taken = alertsAfter(late, [overdue(4, 'take', 'taken')], profile);
    expect(shown(taken).map(([, , endsAt]) => endsAt)).toEqual([null, 40, null]);
    const ended = alertsAfter(taken, [overdue(5, 'end', 'ended')], profile);
    expect(shown(ended).map(([, , endsAt]) => endsAt)).toEqual([50, 40, 50]);
  });

  test('[DEADLINE-8] an outlet only for overdue groups has no alert about the failures', () => {
    const deadline = { kind: 'take', at: 20 } as const;
    const turns = [
      aGroupTurn(2, { turn: 'overdue', at: 20 }, { deadline }),
      aGroupTurn(3, { turn: 'taken', at: 30 }, { deadline }),
    ];
    expect(alertsAfter([], turns, profile).map(({ labels: { alertname }, endsAt }) => [alertname, endsAt])).toEqual([
      ['WatchfloorOverdue', 30],
    ]);
  });

  test('text from outside cannot hide in a label', () => {
    const cause = { kind: 'localization', operation: 'A\u202EB', type: null, code: 'x\u0000' } as const;
    const [alert] = alertsAfter([], [aGroupTurn(1, {}, { cause })], profile);
    expect(alert?.labels['cause']).toBe(String.raw`A\u{202E}B x\u{0000}`);
  });
});

describe('[OUTLET-30] no alert starts after the time of the receiver, or ends after it while it is over', () => {
  /** Times in seconds. `ours`: this computer's time, at which the alert started and ended. */
  const sent = (ours: number, offset: number, endedAfter: number | null) => {
    const endsAt = endedAfter === null ? null : (ours + endedAfter) * 1_000;
    const [opened] = alertsAfter([], [aGroupTurn(1, { at: ours * 1_000 })], profile);
    if (opened === undefined) throw new Error('there is no alert');
    const now = (ours + offset + (endedAfter ?? 0)) * 1_000;
    const [alert] = parsed(alertsBody([{ ...opened, endsAt }], new Map(), profile, { now, offsetMs: offset * 1_000 }));
    return [alert?.startsAt, alert?.endsAt].map((time) => Date.parse(time ?? '') / 1_000 - (ours + offset));
  };

  test.for([
    ['the clocks are the same', 0, null, [0, 240]],
    ['ours is 11 minutes ahead', -660, null, [0, 240]],
    ['ours is 11 minutes behind', 660, null, [0, 240]],
    ['ours is a day ahead, and the alert has ended', -86_400, 7, [0, 7]],
    ['ours is 30 s behind, and the alert has ended', 30, 7, [0, 7]],
  ] as const)('%s', ([, offset, endedAfter, expected]) => {
    expect(sent(1_000_000, offset, endedAfter)).toEqual(expected);
  });

  test('a clock that was set right since does not move a start into the future', () => {
    const alerts = alertsAfter([], [aGroupTurn(1, { at: 700_000 })], profile);
    const ended = alerts.map((alert) => ({ ...alert, endsAt: 710_000 }));
    const body = parsed(alertsBody([...alerts, ...ended], new Map(), profile, { now: 40_000, offsetMs: 0 }));
    expect(body.map(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)])).toEqual([
      [40_000, 280_000],
      [40_000, 40_000],
    ]);
  });
});

describe('[OUTLET-30] an alert is sent again while it is active, and its end until it was accepted', () => {
  function alertmanager() {
    const turns: Turn[] = [];
    const log: Delivery[] = [];
    const posts: (readonly string[])[] = [];
    const made = {
      now: 0,
      time: { ...NOW, now: 0 },
      response: ACCEPTED,
      state: firstState(anOutlet({ kind: 'alertmanager' })),
    };
    async function step(isResendDue = false): Promise<boolean> {
      const { state, isSent } = await sendAlerts(
        {
          turns: {
            after: (number, limit) => turns.filter((turn) => turn.number > number).slice(0, limit),
            openGroups: () => new Map<never, GroupFacts>(),
          },
          records: { add: (delivery) => log.push(delivery) },
          isMeant: () => true,
          profile,
          now: () => made.now,
          receiverTime: () => made.time,
          random: () => 0.5,
          async post(body) {
            posts.push(parsed(body).map((alert) => (Date.parse(alert.endsAt) > made.time.now ? 'active' : 'ended')));
            made.time = { ...made.time, isKnown: true };
            return made.response;
          },
        },
        made.state,
        isResendDue,
        new AbortController().signal,
      );
      made.state = state;
      return isSent;
    }
    return { turns, log, posts, made, step };
  }

  test('while it is active', async () => {
    const { turns, posts, step } = alertmanager();
    turns.push(aGroupTurn(1));
    await step();
    await step();
    await step(true);
    turns.push(aGroupTurn(2, { turn: 'ended' }));
    await step();
    await step(true);
    expect(posts).toEqual([['active'], ['active'], ['ended']]);
  });

  test('[OUTLET-30] the first request is an empty list, whose response shows the time of the receiver', async () => {
    const { turns, posts, made, step } = alertmanager();
    made.time = { ...made.time, isKnown: false };
    turns.push(aGroupTurn(1));
    await step();
    expect(posts).toEqual([[], ['active']]);
  });

  test('[OUTLET-30] nothing else is sent to a receiver that refuses the empty list', async () => {
    const { turns, posts, made, step, log } = alertmanager();
    made.time = { ...made.time, isKnown: false };
    made.response = answered(503);
    turns.push(aGroupTurn(1));
    await step();
    expect([posts, log.map(({ outcome }) => outcome)]).toEqual([[[]], ['retrying']]);
  });

  test('an end that was not accepted is sent again', async () => {
    const { turns, posts, made, step, log } = alertmanager();
    turns.push(aGroupTurn(1));
    await step();
    made.response = answered(503);
    turns.push(aGroupTurn(2, { turn: 'ended' }));
    await step();
    made.response = ACCEPTED;
    made.now += 10_000;
    await step();
    expect(posts).toEqual([['active'], ['ended'], ['ended']]);
    expect(log.map(({ outcome }) => outcome)).toEqual(['delivered', 'retrying', 'delivered']);
  });
});
