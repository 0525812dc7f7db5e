import { describe, expect, it } from 'vitest';
import { type Verification, verifyWatch } from '../../../../../src-main/adapters/sqlite/events/proof/verify-watch.ts';
import { createStoreWriter, type StoreWriter } from '../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import { verificationLines } from '../../../../../src-main/hosts/cli/store/verify.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';
import { batchOf, moment, receivedEvent, receivedEvents } from '../../../../doubles/received-events.ts';
import { logBatch, memberOf } from '../../../../doubles/team-log.ts';
import { rounds } from '../../../../support/breadth.ts';
import { SOURCE, temporaryStore } from './temporary-store.ts';

const DAY = 86_400_000;
const ROUNDS = rounds({ usual: 20, thorough: 500 });

function sealAll(writer: StoreWriter, at: number): void {
  while (writer.seal(at));
}

const verified = (path: string) => verifyWatch(path, () => undefined);
const placed = (first: number, last: number, id = 'e') =>
  receivedEvents(first, last).map((event, index) => ({
    seq: first + index,
    event: { ...event, id: `${id}-${index}` },
  }));
const numbers = ({ differences, seals, sealedEvents, unsealedEvents, sealedSpans, unsealedSpans }: Verification) => ({
  differences,
  seals: seals.map(({ at, events, spans }) => [at, events, spans]),
  events: [sealedEvents, unsealedEvents],
  spans: [sealedSpans, unsealedSpans],
});

describe('[PROOF-1] a seal', () => {
  it('has everything that is stored, also of a day that has passed without events, and one for each day', async () => {
    const { writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 100)));
    for (const at of [DAY, DAY + 1, 2 * DAY]) sealAll(writer, at);
    writer.endSession(1, { reason: 'silent', detail: null });
    writer.append(batchOf('opens', receivedEvents(200, 229)));
    sealAll(writer, 2 * DAY + 5);
    writer.append(batchOf(2, [receivedEvent(300)]));
    expect(numbers(await verified(path))).toEqual({
      differences: [],
      seals: [
        [DAY, 100, 1],
        [2 * DAY, 0, 0],
        [2 * DAY + 5, 30, 3],
      ],
      events: [130, 1],
      spans: [3, 0],
    });
  });

  it('is made in batches, and nothing of it counts before the last one', async () => {
    const { database, path } = temporaryStore();
    const writer = createStoreWriter(database, { source: SOURCE, batchMs: 0 });
    for (let first = 1; first < 20_000; first += 500)
      writer.append(batchOf('opens', receivedEvents(first, first + 499)));
    expect(writer.seal(DAY)).toBe(true);
    const during = numbers(await verified(path));
    sealAll(writer, DAY);
    expect([during, numbers(await verified(path))]).toMatchObject([
      { differences: [], seals: [], events: [0, 20_000] },
      { differences: [], seals: [[DAY, 20_000, 1]], events: [20_000, 0] },
    ]);
  });

  it('counts no more for events that a repair put among them, and the reason is recorded', async () => {
    const { database, path } = temporaryStore();
    const writer = createStoreWriter(database, { source: SOURCE, startAfter: 4_000 });
    writer.append(batchOf('opens', receivedEvents(5_000, 5_135)));
    sealAll(writer, DAY);
    writer.insertRecovered(placed(64, 127));
    const repaired = await verified(path);
    sealAll(writer, DAY + 1);
    expect([numbers(repaired), repaired.reopened, numbers(await verified(path))]).toMatchObject([
      { differences: [], events: [136, 64] },
      [{ kind: 'reopened', why: 'repair', first: 64, last: 127 }],
      { differences: [], events: [200, 0] },
    ]);
  });

  it('has a text as it was when its block was packed, whatever another program changed before the seal', async () => {
    const { database, writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 200)));
    database.exec('DELETE FROM block WHERE id = 1');
    sealAll(writer, DAY);
    expect((await verified(path)).differences).toEqual([{ kind: 'texts', first: 64, last: 127 }]);
  });

  it('counts again once a damaged text is restored as it was, and still counts for nothing else', async () => {
    const { database, writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 64)));
    sealAll(writer, DAY);
    const body = database.prepare('SELECT body FROM block WHERE id = 0').pluck().get() as Buffer;
    database.prepare('UPDATE block SET body = ? WHERE id = 0').run(Buffer.from('28b52ffdffffffff', 'hex'));
    const damaged = await verified(path);
    writer.insertRecovered(receivedEvents(1, 63).map((event, index) => ({ seq: index + 1, event })));
    const restored = await verified(path);
    database.prepare('UPDATE block SET body = ? WHERE id = 0').run(body);
    expect([damaged.differences, restored.differences, restored.reopened, (await verified(path)).differences]).toEqual([
      [{ kind: 'texts', first: 1, last: 63 }],
      [],
      [],
      [],
    ]);
  });

  it('counts no more for a session whose begin a set clock moved, but still for another that was changed', async () => {
    const { database, writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 2)));
    writer.endSession(1, { reason: 'silent', detail: null });
    writer.append(batchOf('opens', receivedEvents(10, 12)));
    sealAll(writer, DAY);
    writer.append(batchOf(2, [receivedEvent(20)], { first: 900_000, last: 900_000 }));
    const moved = await verified(path);
    database.exec('UPDATE session SET to_at = to_at + 1 WHERE id = 1');
    expect([moved.differences, moved.reopened, (await verified(path)).differences]).toMatchObject([
      [],
      [{ kind: 'reopened spans', why: 'clock', spans: [['open session', 2]] }],
      [{ kind: 'span', span: 'session', id: 1 }],
    ]);
  });

  it('never includes a change that another program made before Watchfloor changed the same row', async () => {
    const { database, writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 200)));
    sealAll(writer, DAY);
    database.exec(
      'UPDATE block SET body = (SELECT body FROM block WHERE id = 2) WHERE id = 1; DELETE FROM event WHERE seq = 70',
    );
    writer.insertRecovered([{ seq: 70, event: receivedEvent(1) }]);
    sealAll(writer, 2 * DAY);
    expect((await verified(path)).differences).toEqual([{ kind: 'texts', first: 64, last: 127 }]);
  });

  it('leaves only hashes of what retention removes, and verifies the rest', async () => {
    const { writer, path } = temporaryStore();
    for (let first = 1; first < 9_000; first += 500)
      writer.append(
        batchOf(
          'opens',
          receivedEvents(first, first + 499).map((event, index) =>
            index % 3 === 0 ? { ...event, kind: 'NEW' } : event,
          ),
        ),
      );
    sealAll(writer, DAY);
    const remove = (limits: { heartbeats: number; failures: number }) => {
      while (writer.removeExpired({ successes: 0, ...limits }));
      return verified(path);
    };
    const some = await remove({ heartbeats: Infinity, failures: 0 });
    const all = await remove({ heartbeats: Infinity, failures: Infinity });
    const removed = ({ removed: records }: Verification) => records.reduce((sum, { events }) => sum + events, 0);
    expect([
      some.differences,
      some.sealedEvents + removed(some),
      all.differences,
      all.sealedEvents + removed(all),
    ]).toEqual([[], 9_000, [], 9_000]);
    expect(all.sealedEvents).toBeLessThan(some.sealedEvents);
  });
});

describe('[PROOF-1] in a team', () => {
  it('seals what the log has confirmed, and what the log places otherwise is reopened', async () => {
    const { writer, path } = temporaryStore();
    writer.follow(memberOf(''));
    writer.append(batchOf('opens', receivedEvents(1, 100)));
    sealAll(writer, DAY);
    writer.applyLog(logBatch(1, 80, { events: [] }));
    sealAll(writer, DAY + 1);
    const confirmed = await verified(path);
    writer.rewind({ position: 0, offers: [], session: null });
    writer.applyLog(logBatch(2, 90, { events: placed(1, 90, 'other') }));
    sealAll(writer, DAY + 2);
    const other = await verified(path);
    expect([numbers(confirmed).events, other.reopened.map(({ why }) => why), numbers(other)]).toMatchObject([
      [80, 20],
      ['team'],
      { differences: [], events: [90, 0] },
    ]);
  });

  it(`has no difference in ${ROUNDS} rounds of random steps`, async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const below = randomNumbers(seed);
      const { writer, path } = temporaryStore();
      writer.follow(memberOf(''));
      let [position, confirmed, event] = [0, 0, 0];
      const nextEvents = (count: number) => Array.from({ length: count }, () => receivedEvent((event += 1)));
      const apply = (changes: Parameters<typeof logBatch>[2]) => {
        position += 1;
        writer.applyLog(logBatch(position, confirmed, changes));
      };
      const steps = [
        () => void writer.append(batchOf('opens', nextEvents(1 + below(90)))),
        () => void writer.replaceTail(),
        () => writer.goOnAlone(),
        () => void writer.seal(position * DAY),
        () => sealAll(writer, position * DAY),
        () => void writer.openGap(moment(event * 1_000), moment(event * 1_000 + 9), { reason: 'silent', detail: null }),
        () => {
          confirmed += below(1 + writer.newestSeq - confirmed);
          apply({});
        },
        () => {
          const first = confirmed + 1 + below(70);
          const events = nextEvents(1 + below(90)).map((one, index) => ({ seq: first + index, event: one }));
          confirmed = first + events.length - 1;
          apply({ events });
        },
        () => {
          const holes = nextEvents(3).map((one) => ({ seq: 1 + below(Math.max(1, confirmed)), event: one }));
          try {
            apply({ events: holes.toSorted((one, other) => one.seq - other.seq).slice(0, 1) });
          } catch {
            position -= 1; // another event has this seq
          }
        },
        () => {
          const openedAt = below(event * 1_000);
          apply({
            sessions: [
              {
                kind: 'late',
                id: position + 1,
                holder: 'bo',
                epoch: 1,
                openedAt,
                endedAt: openedAt + below(9_999),
                lengthMs: 5,
                reason: 'silent',
                detail: null,
                afterSeq: confirmed,
              },
            ],
          });
        },
        () => {
          const marks = writer.marks();
          const mark = marks[below(marks.length)];
          if (mark === undefined) return;
          writer.rewind({ position: mark.position, offers: [], session: null });
          confirmed = Math.min(confirmed, mark.confirmedSeq);
        },
      ];
      for (let step = 1; step <= 60; step += 1) {
        const kind = below(steps.length);
        steps[kind]?.();
        if (step % 10 > 0) continue;
        expect({ seed, step, ...numbers(await verified(path)) }).toMatchObject({ seed, step, differences: [] });
      }
    }
  });
});

describe('[PROOF-1] watchfloor verify', () => {
  const words = async (path: string, missing: readonly string[] = [], deposited = 0) =>
    verificationLines(await verified(path), missing, deposited).join('\n');

  it('prints that nothing is known of a store without a seal', async () => {
    const { writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 3)));
    expect(await words(path)).toBe(
      'Nothing is sealed yet, so it is not known whether anything changed. collect seals daily.\nNot yet sealed: 3 events, 1 session or gap.',
    );
  });

  it('prints what changed, until when it is sealed, and that only a deposited seal proves it', async () => {
    const { database, writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 64)));
    writer.endSession(1, { reason: 'silent', detail: null });
    sealAll(writer, DAY);
    const intact = await words(path);
    database.exec('UPDATE gap SET from_at = from_at + 1');
    const changed = await words(path, ['1970-01-01T00:00:00.000Z 2 aa'], 1);
    expect(intact).toMatch(
      /Sealed until 1970-01-02T00:00:00.000Z: 64 events, 2 sessions and gaps, 1 seal\.\nNot yet sealed: 0 events, 0 sessions and gaps\.\nNothing changed since it was sealed\.\nWho can write this store can seal it again: compare with seals kept elsewhere \(--seals, --deposited\)\.\nNewest seal: 1970-01-02T00:00:00.000Z 2 [0-9a-f]{64}$/,
    );
    expect(changed).toMatch(
      /^The open gap 1 changed since it was sealed, or is missing\.\nThis store does not have the deposited seal 1970-01-01T00:00:00.000Z 2 aa\./,
    );
    expect(changed).toContain('Something CHANGED since it was sealed.');
  });
});
