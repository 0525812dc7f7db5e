import { expect, test } from 'vitest';
import { applyEntry, type TeamChange } from '../../../../src-main/core/team/apply-entry.ts';
import { EMPTY_TEAM_STATE, type TeamState } from '../../../../src-main/core/team/team-state.ts';
import type { LogEntry } from '../../../../src-main/core/ports/team-log.ts';
import type { OfferRecord } from '../../../../src-main/core/team/team-records.ts';
import { actionAppend, offerAppend } from '../../../../src-main/core/team/next-append.ts';
import { anActionEntry } from '../../../doubles/action-entries.ts';
import { A_TAKE, chainEntry, folded } from '../../../doubles/team-entries.ts';
import { receivedEvent, receivedEvents } from '../../../doubles/received-events.ts';

const ANNA = { v: 1, by: 'anna', at: 5 };
const BEN = { v: 1, by: 'ben', at: 6 };
const take = { ...A_TAKE, kind: 'take', run: 'run-of-anna', at: 5 };

/** Anna holds the seat, with an open session and three events. */
const HELD: readonly LogEntry[] = [
  chainEntry(1, { ...take, ...ANNA, prev: 0, epoch: 1 }),
  chainEntry(2, { ...ANNA, kind: 'session-opened', prev: 1, epoch: 1, openedAt: 1_000 }),
  chainEntry(3, { ...ANNA, kind: 'events', prev: 2, epoch: 1, first: 1, events: receivedEvents(1, 3) }),
];
const held = folded(HELD).state;

function actionEntry(position: number, id: string, member = 'ben', by = member): LogEntry {
  const { text } = actionAppend(by, anActionEntry(1, { id }));
  return { position, at: 1, lane: 'actions', member, text };
}

/** An action of a kind that only a newer version knows. */
const LATER = { kind: 'transfer', to: 'Cleo' };

function actionOf(what: object): LogEntry {
  const action = { ...anActionEntry(1, { id: 'action-4' }), what, urgency: 1 };
  const text = JSON.stringify({ v: 1, kind: 'action', by: 'ben', action });
  return { position: 4, at: 1, lane: 'actions', member: 'ben', text };
}

/** Folds one entry more and returns its change; the state must not be refused. */
const changeOf = (entry: LogEntry, state: TeamState = held) => folded([entry], state).changes[0];
const VOID = (reason: string) => ({ kind: 'void', reason });

test('[TEAM-4] chain records of the holder count, one after the other', () => {
  expect(held).toEqual({
    position: 3,
    at: 1_000_003,
    chain: 3,
    chainAt: 1_000_003,
    chainEnd: 3,
    epoch: 1,
    holder: { member: 'anna', run: 'run-of-anna', since: 1_000_001, why: 'start', service: 'a-service', lost: null },
    nextSeq: 4,
    cursor: 'e-3',
    session: { id: 2, holder: 'anna', openedAt: 1_000, lastEventAt: 3_000 },
    offers: [],
    lineage: 'a-lineage',
    history: null,
    parts: null,
    names: {},
    voids: 0,
  });
});

test('[TEAM-202] the name of each member that held the seat is known afterwards, also if an older version takes it again', () => {
  const { state } = folded([
    chainEntry(1, { ...take, ...ANNA, name: 'Anna', prev: 0, epoch: 1 }),
    chainEntry(2, { ...take, ...BEN, name: 'Ben', prev: 1, epoch: 2 }),
    chainEntry(3, { ...take, ...ANNA, prev: 2, epoch: 3 }),
  ]);
  expect(state.names).toEqual({ anna: 'Anna', ben: 'Ben' });
});

const more = { kind: 'events', first: 4, events: receivedEvents(4, 4) };

test.each<[what: string, record: object, reason: string]>([
  [
    'that names another one at the place of the one before it',
    { ...ANNA, ...more, prev: 3, prevAt: 7, epoch: 1 },
    'prev',
  ],
  ['that was already followed', { ...ANNA, ...more, prev: 2, epoch: 1 }, 'prev'],
  ['that names one that does not exist', { ...ANNA, ...more, prev: 9, epoch: 1 }, 'prev'],
  ['of an earlier holding', { ...ANNA, ...more, prev: 3, epoch: 0 }, 'unreadable'],
  ['of a holding that never began', { ...ANNA, ...more, prev: 3, epoch: 2 }, 'epoch'],
  ['of a member that does not hold the seat', { ...BEN, ...more, prev: 3, epoch: 1 }, 'writer'],
  ['whose seqs are taken', { ...ANNA, ...more, prev: 3, epoch: 1, first: 3 }, 'seq'],
  ['that takes the seat twice', { ...take, ...BEN, prev: 3, epoch: 1 }, 'epoch'],
  ['that takes the seat far ahead', { ...take, ...BEN, prev: 3, epoch: 999 }, 'epoch'],
  ['that takes the seat behind the end', { ...take, ...BEN, prev: 2, epoch: 2 }, 'prev'],
  ['that takes the seat from another lineage', { ...take, ...BEN, prev: 3, epoch: 2, lineage: 'other' }, 'lineage'],
  ['of an offer that was never made', { ...ANNA, ...more, prev: 3, epoch: 1, offer: 2 }, 'offer'],
  ['with too many events', { ...ANNA, ...more, prev: 3, epoch: 1, events: receivedEvents(1, 501) }, 'unreadable'],
  ['without a kind', { ...ANNA, prev: 3, epoch: 1 }, 'unreadable'],
])('[TEAM-4] a record %s is void: it is counted, changes nothing, and the holder continues', (_, record, reason) => {
  const { state, changes } = folded([chainEntry(4, record)], held);
  expect(changes).toEqual([VOID(reason)]);
  expect(state).toEqual({ ...held, position: 4, at: 1_000_004, chainEnd: 4, voids: 1 });
  expect(changeOf(chainEntry(5, { ...ANNA, ...more, prev: 3, epoch: 1 }), state)).toMatchObject({ kind: 'events' });
});

test.each<[what: string, entry: Partial<LogEntry>]>([
  ['no JSON', { text: '{' }],
  ['bytes that are no text', { text: null }],
  ['an array', { text: '[]' }],
  ['an action on the chain', { text: actionEntry(4, 'action-1').text }],
  ['a chain record among the actions', { ...chainEntry(4, { ...ANNA, ...more, prev: 3, epoch: 1 }), lane: 'actions' }],
  ['an action in the name of another member', actionEntry(4, 'action-1', 'ben', 'anna')],
  ['an action without a field of its kind', actionOf({ kind: 'remind' })],
  ['an undo that names no action', actionOf({ kind: 'undo', undone: LATER })],
])('[TEAM-4] %s is void and not an error', (_, entry) => {
  const { changes, state } = folded([{ ...chainEntry(4, ''), ...entry }], held);
  expect([changes, state.voids, state.chain]).toEqual([[VOID('unreadable')], 1, 3]);
});

test('[TEAM-21] a record of a newer version is not applied, so that a newer program can read it later', () => {
  expect(applyEntry(held, chainEntry(4, { v: 2, kind: 'other' }))).toEqual({ kind: 'newer', version: 2 });
});

test('[TEAM-20] entries that the log no longer has are a hole, and one that was read before changes nothing', () => {
  expect(applyEntry(held, chainEntry(9, ''))).toEqual({ kind: 'hole', from: 4, to: 8 });
  expect(applyEntry(held, chainEntry(3, ''))).toEqual({ kind: 'repeated' });
});

test('[TEAM-16] an action has the same place on every machine: after the last agreed seq before it in the log', () => {
  const entries = [
    actionEntry(4, 'before-the-fourth'),
    chainEntry(5, { ...ANNA, ...more, prev: 3, epoch: 1 }),
    chainEntry(6, { ...BEN, ...more, first: 5, prev: 5, epoch: 1 }),
    actionEntry(7, 'after-the-fourth'),
  ];
  const places = (changes: readonly TeamChange[]) =>
    changes.flatMap((change) => (change.kind === 'action' ? [[change.action.id, change.by, change.afterSeq]] : []));
  const { changes, state } = folded(entries, held);
  expect(places(changes)).toEqual([
    ['before-the-fourth', 'ben', 3],
    ['after-the-fourth', 'ben', 4],
  ]);
  expect(state.chainEnd).toBe(6);
});

test.each([
  ['an action', LATER],
  ['the undo of an action', { kind: 'undo', of: 'action-3', undone: LATER }],
])(
  '[TEAM-21] %s of a kind that only a newer version knows is placed like any other, with all its fields',
  (_, what) => {
    const { changes, state } = folded([actionOf(what)], held);
    expect(changes).toMatchObject([{ kind: 'action', by: 'ben', afterSeq: 3, action: { what, urgency: 1 } }]);
    expect(state.voids).toBe(0);
  },
);

test('[TEAM-137] the session of a holder that disappeared ends with its last event when another takes the seat', () => {
  const ended = { id: 2, endedAt: 3_000, lengthMs: 2_000, reason: 'no-holder', detail: null };
  const { changes, state } = folded([chainEntry(4, { ...take, ...BEN, prev: 3, epoch: 2 })], held);
  expect(changes[0]).toMatchObject({ kind: 'taken', endedSession: ended });
  expect(state).toMatchObject({ session: null, epoch: 2, holder: { member: 'ben', since: 1_000_004 } });
});

test('[TEAM-13] a take-over ends the session before it, and the state names who took the seat and why', () => {
  const record = { ...take, ...BEN, why: 'takeover', reason: 'Anna went home', prev: 3, epoch: 2 };
  const { changes, state } = folded([chainEntry(4, record)], held);
  expect(changes[0]).toMatchObject({ endedSession: { id: 2, reason: 'taken-over', detail: 'Anna went home' } });
  expect(state.holder).toMatchObject({ member: 'ben', why: 'takeover', reason: 'Anna went home' });
});

test('[TEAM-137] a gap between two holders says whether the seat was given to another member, taken, or had no holder', () => {
  const reasons = (['handover', 'takeover', 'failover'] as const).map((why) =>
    changeOf(chainEntry(4, { ...take, ...BEN, why, prev: 3, epoch: 2 })),
  );
  expect(reasons).toMatchObject([
    { endedSession: { reason: 'handed-over' } },
    { endedSession: { reason: 'taken-over' } },
    { endedSession: { reason: 'no-holder' } },
  ]);
});

test('[TEAM-9] a new holder knows which member may still have the stream, and since when', () => {
  const lostAfter = (why: 'failover' | 'takeover') =>
    folded([chainEntry(4, { ...take, ...BEN, why, prev: 3, epoch: 2 })], held).state.holder?.lost;
  expect(lostAfter('failover')).toEqual({ member: 'anna', sessionSince: held.session?.openedAt });
  expect(lostAfter('takeover')).toBeNull();
});

test('[TEAM-137] a holder that takes the seat again continues its session, and ends it itself', () => {
  const end = { endedAt: 8_000, lengthMs: 6_500, reason: 'silent', detail: null };
  const { changes, state } = folded(
    [
      chainEntry(4, { ...take, ...ANNA, why: 'alone-ended', prev: 3, epoch: 2 }),
      chainEntry(5, { ...ANNA, kind: 'events', prev: 4, epoch: 2, first: 8, events: [receivedEvent(8)] }),
      chainEntry(6, { ...ANNA, kind: 'session-ended', prev: 5, epoch: 2, ...end }),
      chainEntry(7, { ...ANNA, kind: 'session-opened', prev: 6, epoch: 2, openedAt: 9_000 }),
      chainEntry(8, { ...ANNA, kind: 'session-opened', prev: 7, epoch: 2, openedAt: 9_500 }),
    ],
    held,
  );
  expect(changes).toMatchObject([
    { kind: 'taken', endedSession: null },
    { kind: 'events', first: 8, session: 2 },
    { kind: 'session-ended', endedSession: { id: 2, ...end } },
    { kind: 'session-opened', session: { id: 7 }, endedSession: null },
    { kind: 'session-opened', session: { id: 8 }, endedSession: { id: 7, reason: 'crashed', lengthMs: 0 } },
  ]);
  expect(state.nextSeq).toBe(9);
});

test('[TEAM-151] a new holder continues after the last id of the chain, also after one that came without an event', () => {
  const entries = [
    chainEntry(4, { ...ANNA, ...more, prev: 3, epoch: 1, events: [receivedEvent(4), receivedEvent(5, { id: null })] }),
    chainEntry(5, { ...ANNA, kind: 'events', first: 6, events: [], cursor: 'moved', prev: 4, epoch: 1 }),
  ];
  expect(entries.map((_, index) => folded(entries.slice(0, index + 1), held).state.cursor)).toEqual(['e-4', 'moved']);
});

test('[TEAM-310] no order depends on the clock of a member', () => {
  const early = { ...take, ...BEN, prev: 3, epoch: 2, at: 1 };
  expect(changeOf(chainEntry(4, early))).toMatchObject({ kind: 'taken' });
  expect(folded(HELD, EMPTY_TEAM_STATE).state).toEqual(held);
});

test('[TEAM-9] events that a member received while another held the seat are offered, and get seqs from the holder once', () => {
  const session = { openedAt: 2_000, endedAt: 9_000, lengthMs: 7_000, reason: 'stopped', detail: null } as const;
  const offer: OfferRecord = {
    v: 1,
    kind: 'offer',
    by: 'ben',
    id: 'offer-one',
    events: receivedEvents(7, 9),
    sessions: [session],
  };
  const { text, lane } = offerAppend(offer);
  if (lane !== 'offers') throw new Error('An offer has its own lane.');
  const offered: LogEntry = { position: 4, at: 1, lane, member: 'ben', text };
  const taken = { ...ANNA, kind: 'events', prev: 3, epoch: 1, first: 4, events: receivedEvents(8, 9), offer: 4 };
  const { changes, state } = folded([offered], held);
  expect(changes).toEqual([{ kind: 'offered', position: 4, record: offer }]);
  expect(state).toEqual({ ...held, position: 4, at: 1, offers: [{ position: 4, by: 'ben' }] });
  const done = folded([chainEntry(5, taken)], state);
  expect(done.changes).toMatchObject([
    { kind: 'events', by: 'anna', first: 4, session: null, offer: { by: 'ben', position: 4 } },
  ]);
  expect(done.state).toEqual({
    ...held,
    position: 5,
    at: 1_000_005,
    chain: 5,
    chainAt: 1_000_005,
    chainEnd: 5,
    nextSeq: 6,
  });
  expect(changeOf(chainEntry(6, { ...taken, prev: 5, first: 6 }), done.state)).toEqual(VOID('offer'));
  expect(changeOf({ ...offered, member: 'cleo' })).toEqual(VOID('unreadable'));
});
