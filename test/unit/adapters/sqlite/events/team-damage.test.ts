import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathsIn } from '../../../../../src-main/adapters/sqlite/store-paths.ts';
import type { StoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import type { LogBatch } from '../../../../../src-main/core/ports/team-store.ts';
import { anActionEntry } from '../../../../doubles/action-entries.ts';
import { batchOf, receivedEvents } from '../../../../doubles/received-events.ts';
import { logBatch, memberOf, placedAfter } from '../../../../doubles/team-log.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';
import { deleteDatabase, type GuardedStore, openGuardedStore } from './guarded-store.ts';

const MEMBERSHIP = memberOf('lineage-of-the-team');
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const placed = (first: number, last: number) =>
  receivedEvents(first, last).map((event, index) => ({ seq: first + index, event }));

const RECORDS: readonly LogBatch[] = [
  logBatch(2, 100, {
    events: placed(1, 100),
    sessions: [
      { kind: 'opened', id: 1, holder: 'ben-desk', epoch: 1, openedAt: 1_000 },
      { kind: 'continued', id: 1, lastEventAt: 100_000, events: 100 },
    ],
  }),
  logBatch(3, 100, { after: 2, actions: placedAfter(100, anActionEntry(1)) }),
  logBatch(5, 100, {
    after: 3,
    sessions: [
      { kind: 'ended', id: 1, endedAt: 100_500, lengthMs: 99_500, reason: 'silent', detail: null, afterSeq: 100 },
      { kind: 'opened', id: 4, holder: 'anna-desk', epoch: 2, openedAt: 101_000 },
    ],
  }),
];

/** The store of a member that took the seat, was replaced, and has an action to send. */
function annasStore(): GuardedStore {
  const store = openGuardedStore();
  const { writer } = store;
  writer.resume();
  writer.follow(MEMBERSHIP);
  for (const record of RECORDS.slice(0, 2)) writer.applyLog(record);
  writer.append(batchOf('opens', receivedEvents(101, 103)));
  writer.applyLog(RECORDS[2] ?? logBatch(0, 0));
  writer.replaceTail();
  writer.addActions([anActionEntry(2)]);
  return store;
}

function contentOf(reader: StoreReader, writer: GuardedStore['writer']) {
  const { sessions, gaps } = reader.coverage(EVER);
  return {
    stored: reader.extent().storedEvents,
    actions: reader.actions(0, 10).map(({ id, afterSeq }) => `${id} ${afterSeq}`),
    unplaced: writer.unplacedActions().map(({ id }) => id),
    late: writer.lateEvents(0, 10).map(({ event }) => event.id),
    sessions: sessions.map(({ from, to, holder, epoch, events }) => [from, to, holder, epoch, events]),
    gaps: gaps.map(({ from, to, holder, reason }) => [from, to, holder, reason]),
  };
}

const CONTENT = {
  stored: 100,
  actions: ['action-0001 100'],
  unplaced: ['action-0002'],
  late: ['e-101', 'e-102', 'e-103'],
  sessions: [
    [1_000, 100_500, 'ben-desk', 1, 100],
    [101_000, null, 'anna-desk', 2, 3],
  ],
  gaps: [[100_500, 101_000, 'ben-desk', 'silent']],
};

describe('[TEAM-340] the store of a member', () => {
  it.each([
    ['was deleted while it was open', (store: GuardedStore) => deleteDatabase(store.paths)],
    [
      'is damaged and was set aside',
      ({ paths, close }: GuardedStore) => {
        close();
        writeFileSync(paths.events, Buffer.alloc(100, 'x'), { flag: 'r+' });
      },
    ],
  ])('reads the log again from its start if its database %s, and keeps what the log does not have', (how, lose) => {
    const first = annasStore();
    const before = contentOf(first.reader, first.writer);
    lose(first);
    const isOpen = how.startsWith('was deleted');
    const { writer, reader, repair } = isOpen ? first : openGuardedStore(first.paths);
    repair();
    const followed = writer.follow(MEMBERSHIP);
    expect(() => writer.applyLog(logBatch(6, 100, { after: 5 }))).toThrow('has read the log to 0, not to 5');
    for (const record of RECORDS) writer.applyLog(record);
    repair();
    const { unplaced, late, ...after } = contentOf(reader, writer);
    expect(before).toEqual(CONTENT);
    expect(followed).toMatchObject({ kind: 'follows', progress: { position: 0 } });
    expect(after).toMatchObject({ stored: 100, actions: CONTENT.actions, gaps: CONTENT.gaps });
    expect(after.sessions).toEqual(CONTENT.sessions);
    expect([unplaced, late]).toEqual([CONTENT.unplaced, CONTENT.late]);
  });

  it('continues as that of another member if its folder was copied, and has measured no session itself', () => {
    const first = annasStore();
    const { events } = first.paths;
    first.close();
    const paths = pathsIn(join(temporaryDirectory(), 'copy'));
    mkdirSync(dirname(paths.events), { recursive: true });
    copyFileSync(events, paths.events);
    const { writer, reader } = openGuardedStore(paths);
    const followed = writer.follow({ ...MEMBERSHIP, member: 'ben-desk' });
    writer.applyLog(
      logBatch(6, 100, {
        after: 5,
        sessions: [
          { kind: 'ended', id: 4, endedAt: 102_000, lengthMs: 1_000, reason: 'crashed', detail: null, afterSeq: 100 },
        ],
      }),
    );
    const { sessions, gaps, ...rest } = contentOf(reader, writer);
    expect(followed).toMatchObject({ kind: 'follows', progress: { position: 5 } });
    expect(rest).toMatchObject({ stored: 100, actions: CONTENT.actions });
    expect([sessions[1], gaps[1], writer.unconfirmed(0).sessions]).toEqual([
      [101_000, 102_000, 'anna-desk', 2, 3],
      [102_000, null, 'anna-desk', 'crashed'],
      [],
    ]);
  });
});
