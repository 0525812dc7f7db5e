/** Tests how a log counts what the store of the first member had before the team. */
import { describe, expect, test } from 'vitest';
import type { HistoryRecord } from '../../../../src-main/core/team/team-records.ts';
import type { LogEntry } from '../../../../src-main/core/ports/team-log.ts';
import { EMPTY_TEAM_STATE } from '../../../../src-main/core/team/team-state.ts';
import { receivedEvent, receivedEvents } from '../../../doubles/received-events.ts';
import { A_TAKE, chainEntry, folded } from '../../../doubles/team-entries.ts';

const TAKE = { ...A_TAKE, v: 1, kind: 'take', prev: 0, epoch: 1, by: 'anna', run: 'run-of-anna' };
/** Anna's store had 7 events when the team began. */
const BEGAN = folded([chainEntry(1, { ...TAKE, history: 7 })]).state;
const BEGAN_PLACE = { seq: 0, action: 0, session: 0, gap: 0 };
const BEGAN_END = { ...BEGAN_PLACE, seq: 7 };
const NO_SPANS = { sessions: [], gaps: [] };

function part(
  position: number,
  number: number,
  from: number,
  to: number,
  changes: Partial<HistoryRecord> = {},
): LogEntry {
  const record = {
    v: 1,
    kind: 'history',
    by: 'anna',
    part: number,
    first: from,
    events: receivedEvents(from, to),
    actions: [],
    spans: NO_SPANS,
    place: { seq: to, action: 0, session: 0, gap: 0 },
    isLast: false,
    ...changes,
  };
  return { position, at: 1, lane: 'offers', member: record.by, text: JSON.stringify(record) };
}

const VOID = { kind: 'void', reason: 'history' };

describe('[TEAM-220] the history of the first store', () => {
  test('keeps its seqs, while the events of the holder are after them', () => {
    const events = { v: 1, kind: 'events', prev: 1, epoch: 1, by: 'anna', at: 1, first: 9, events: [receivedEvent(9)] };
    const { state, changes } = folded(
      [part(2, 1, 1, 3), chainEntry(3, events), part(4, 2, 5, 7), part(5, 3, 8, 7, { isLast: true, place: BEGAN_END })],
      BEGAN,
    );
    expect(changes).toMatchObject([
      { kind: 'history', record: { first: 1 } },
      { kind: 'events', first: 9 },
      { kind: 'history', record: { first: 5 } },
      { kind: 'history', record: { isLast: true } },
    ]);
    expect(state).toMatchObject({ nextSeq: 10, history: null, voids: 0, chain: 3, offers: [] });
  });

  test('is not overwritten by events of a holder', () => {
    const events = { v: 1, kind: 'events', prev: 1, epoch: 1, by: 'anna', at: 1, first: 7, events: [receivedEvent(9)] };
    expect(folded([chainEntry(2, events)], BEGAN).changes).toEqual([{ kind: 'void', reason: 'seq' }]);
  });

  test.each<[what: string, entry: LogEntry]>([
    ['that is there twice', part(3, 1, 1, 3)],
    ['after one that is missing', part(3, 3, 4, 5)],
    ['with seqs that the log has', part(3, 2, 3, 5)],
    ['with seqs of the team', part(3, 2, 7, 8)],
    ['with more events than its place says', part(3, 2, 4, 7, { place: { ...BEGAN_PLACE, seq: 5 } })],
    ['of a member with another store', part(3, 2, 4, 5, { by: 'ben' })],
  ])('is void in a part %s', (_what, entry) => {
    const { state } = folded([part(2, 1, 1, 3)], BEGAN);
    expect(folded([entry], state)).toMatchObject({ changes: [VOID], state: { history: state.history } });
  });

  test('is not expected from a store that was empty, or from a later holder', () => {
    const later = { ...TAKE, prev: 1, epoch: 2, by: 'ben', run: 'run-of-ben', history: 100 };
    const { state } = folded([chainEntry(1, TAKE), chainEntry(2, later)], EMPTY_TEAM_STATE);
    expect(state).toMatchObject({ nextSeq: 1, history: null });
    expect(folded([part(3, 1, 1, 3)], state).changes).toEqual([VOID]);
  });
});
