/** Fills a store with a random history of watching, and tampers with it as another program would. */
import { zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { StoreWriter } from '../../src-main/adapters/sqlite/events/store-writer.ts';
import { openBlock, packBlock } from '../../src-main/adapters/sqlite/events/texts/received-block.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import type { Dice } from '../bench/dice.ts';
import { batchOf, moment } from '../doubles/received-events.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 8, 1);
const LOSSES = ['silent', 'connection-lost', 'stopped', 'session-expired'] as const;

/** Seals all of it. */
function sealAll(writer: Pick<StoreWriter, 'seal'>, at: number): void {
  while (writer.seal(at));
}

/** Returns the time after the last event. The last events are not sealed. */
export function watchAtRandom(writer: StoreWriter, dice: Dice, days: number): number {
  let now = START + dice.below(DAY_MS);
  let number = 0;
  const event = (): ReceivedEvent => {
    number += 1;
    now += 1 + dice.below(60_000);
    const kind = dice.oneOf(['HEARTBEAT', 'HEARTBEAT', 'LOCALIZATION', 'NEW']);
    const data = dice.oneIn(40)
      ? 'x'.repeat(dice.below(200))
      : JSON.stringify({ number, state: dice.oneOf(['FAILED', 'DONE']) });
    return { receivedAt: now, kind, id: dice.oneIn(9) ? null : `e-${number}`, data };
  };
  for (let day = 0; day < days; day += 1) {
    writer.resume();
    for (let session = dice.below(3); session >= 0; session -= 1) {
      const { sessionId } = writer.append(batchOf('opens', [event()]));
      for (let batch = dice.below(12); batch > 0; batch -= 1)
        writer.append(batchOf(sessionId, Array.from({ length: 1 + dice.below(200) }, event)));
      if (session > 0 || dice.oneIn(2)) writer.endSession(sessionId, { reason: dice.oneOf(LOSSES), detail: null });
      now += dice.below(3_600_000);
      if (dice.oneIn(3)) writer.openGap(moment(now - 5), moment(now), { reason: 'unreachable', detail: 'refused' });
    }
    now += DAY_MS / 2;
    if (dice.oneIn(2)) writer.seal(now);
    else sealAll(writer, now);
    const limits = { heartbeats: now - DAY_MS, successes: now - 3 * DAY_MS, failures: now - 7 * DAY_MS };
    if (dice.oneIn(2)) while (writer.removeExpired(limits));
  }
  sealAll(writer, now);
  writer.append(batchOf('opens', [event(), event()]));
  return now;
}

interface Block {
  readonly id: number;
  readonly body: Buffer;
}

const ZSTD_MAGIC = 0xfd2fb528;
const plainOf = (body: Buffer) => (body.readUInt32LE(0) === ZSTD_MAGIC ? zstdDecompressSync(body) : body);

/** Each changes what is sealed. Returns false if this store has nothing for it. */
export const tampers: Readonly<Record<string, (database: Database, dice: Dice) => boolean>> = {
  'a byte of a text': (database, dice) =>
    ofBlock(database, dice, ({ body }) => {
      const plain = Buffer.from(plainOf(body));
      const at = dice.below(plain.length);
      plain[at] = (plain[at] ?? 0) ^ (1 << dice.below(8));
      return plain;
    }),
  'a byte of a frame': (database, dice) =>
    ofBlock(database, dice, ({ body }) => {
      const changed = Buffer.from(body);
      const at = dice.below(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << dice.below(8));
      try {
        return plainOf(changed).equals(plainOf(body)) ? null : changed;
      } catch {
        return changed;
      }
    }),
  'a text, with its check value': (database, dice) =>
    ofBlock(database, dice, ({ id, body }) => {
      const entries = openBlock(id, body).entries;
      const { seq } = dice.oneOf(entries);
      return packBlock(
        entries.map((entry) => {
          const event = entry.event();
          return entry.seq === seq ? { seq, event: { ...event, data: `${event.data} ` } } : entry;
        }),
      );
    }),
  'a receive time': (database, dice) =>
    ofBlock(database, dice, ({ id, body }) => {
      const entries = openBlock(id, body).entries;
      const { seq } = dice.oneOf(entries);
      return packBlock(
        entries.map((entry) => {
          const event = entry.event();
          return entry.seq === seq ? { seq, event: { ...event, receivedAt: event.receivedAt - 1 } } : entry;
        }),
      );
    }),
  'a dropped event': (database, dice) =>
    ofBlock(database, dice, ({ id, body }) => {
      const entries = openBlock(id, body).entries;
      const { seq } = dice.oneOf(entries);
      database.prepare('DELETE FROM event WHERE seq = ?').run(seq);
      return packBlock(entries.filter((entry) => entry.seq !== seq));
    }),
  'an event dropped as if retention had removed it': (database, dice) =>
    ofBlock(database, dice, ({ id, body }) => {
      const entries = openBlock(id, body).entries;
      const { seq } = dice.oneOf(entries);
      database
        .prepare('UPDATE proof_part SET removed = zeroblob(40) WHERE ? BETWEEN first AND last AND reopened IS NULL')
        .run(seq);
      return packBlock(entries.filter((entry) => entry.seq !== seq));
    }),
  'an event dropped as if its block was reopened': (database, dice) =>
    ofBlock(database, dice, ({ id, body }) => {
      const entries = openBlock(id, body).entries;
      const { seq } = dice.oneOf(entries);
      database.prepare('UPDATE proof_part SET reopened = 2 WHERE ? BETWEEN first AND last').run(seq);
      return packBlock(entries.filter((entry) => entry.seq !== seq));
    }),
  'two texts swapped': (database, dice) =>
    ofBlock(database, dice, ({ id, body }) => {
      const entries = openBlock(id, body).entries;
      const [one, other] = [dice.oneOf(entries), dice.oneOf(entries)];
      if (one.all.equals(other.all)) return null;
      return packBlock(
        entries.map((entry) => {
          if (entry.seq === one.seq) return { seq: one.seq, event: other.event() };
          return entry.seq === other.seq ? { seq: other.seq, event: one.event() } : entry;
        }),
      );
    }),
  'two blocks swapped': (database, dice) => {
    const [one, other] = [sealedBlock(database, dice), sealedBlock(database, dice)];
    if (one.id === other.id) return false;
    put(database, one.id, other.body);
    put(database, other.id, one.body);
    return true;
  },
  'a dropped block': (database, dice) => {
    database.prepare('DELETE FROM block WHERE id = ?').run(sealedBlock(database, dice).id);
    return true;
  },
  'a dropped day': (database, dice) => {
    const days = database
      .prepare<[], { seal: number; first: number; last: number }>(
        'SELECT seal, min(first) AS first, max(last) AS last FROM proof_part WHERE reopened IS NULL GROUP BY seal',
      )
      .all();
    const { seal, first, last } = dice.oneOf(days);
    const isGone = !database.prepare('SELECT 1 FROM block WHERE id BETWEEN ? AND ?').get(first >> 6, last >> 6);
    database.prepare('DELETE FROM block WHERE id BETWEEN ? AND ?').run(first >> 6, last >> 6);
    database.prepare('DELETE FROM event WHERE seq BETWEEN ? AND ?').run(first, last);
    if (!isGone && dice.oneIn(2)) return true;
    database.prepare('DELETE FROM proof_part WHERE seal = ?').run(seal);
    if (dice.oneIn(2)) database.prepare('DELETE FROM proof_span WHERE seal = ?').run(seal);
    if (dice.oneIn(2)) database.prepare("DELETE FROM proof WHERE json_extract(body, '$.seal') = ?").run(seal);
    return true;
  },
  'a deleted seal': (database, dice) => {
    const numbers = database.prepare<[], number>('SELECT number FROM proof').pluck().all();
    database.prepare('DELETE FROM proof WHERE number = ?').run(dice.oneOf(numbers));
    return true;
  },
  'the newest records deleted': (database, dice) => {
    const count = database.prepare<[], number>('SELECT count(*) FROM proof').pluck().get() ?? 0;
    database.prepare('DELETE FROM proof WHERE number > ?').run(dice.below(count));
    return true;
  },
  'a changed seal': (database, dice) => {
    const numbers = database.prepare<[], number>('SELECT number FROM proof').pluck().all();
    const digit = dice.oneOf(['1', '2', '3']);
    return (
      database
        .prepare(
          `UPDATE proof SET body = replace(body, :digit, :digit + 1) WHERE number = :number AND instr(body, :digit)`,
        )
        .run({ digit, number: dice.oneOf(numbers) }).changes > 0
    );
  },
  'a shortened gap': (database, dice) =>
    ofGap(database, dice, ({ id, lengthMs }) =>
      lengthMs < 2
        ? 0
        : database
            .prepare('UPDATE gap SET to_at = to_at - :less, length_ms = length_ms - :less WHERE id = :id')
            .run({ id, less: 1 + dice.below(lengthMs - 1) }).changes,
    ),
  'a gap that begins later': (database, dice) =>
    ofGap(database, dice, ({ id, lengthMs }) =>
      lengthMs < 2
        ? 0
        : database
            .prepare('UPDATE gap SET from_at = from_at + :less, length_ms = length_ms - :less WHERE id = :id')
            .run({ id, less: 1 + dice.below(lengthMs - 1) }).changes,
    ),
  'a dropped gap, and its session longer': (database, dice) =>
    ofGap(database, dice, ({ id, from, to, lengthMs }) => {
      database
        .prepare(
          'UPDATE session SET last_event_at = :to, to_at = :to, length_ms = length_ms + :lengthMs WHERE to_at = :from',
        )
        .run({ from, to, lengthMs });
      return database.prepare('DELETE FROM gap WHERE id = ?').run(id).changes;
    }),
  'a gap for another reason': (database, dice) =>
    ofGap(
      database,
      dice,
      ({ id }) =>
        database.prepare("UPDATE gap SET reason = 'sign-in-needed' WHERE id = ? AND reason <> 'sign-in-needed'").run(id)
          .changes,
    ),
};

function put(database: Database, id: number, body: Buffer): void {
  database.prepare('UPDATE block SET body = ? WHERE id = ?').run(body, id);
}

/** A block of which all texts are sealed. */
function sealedBlock(database: Database, dice: Dice): Block {
  const ids = database
    .prepare<[], number>(
      `SELECT id FROM block WHERE (id + 1) * 64 <=
         (SELECT json_extract(body, '$.through') FROM proof WHERE json_extract(body, '$.kind') = 'seal' ORDER BY number DESC)`,
    )
    .pluck()
    .all();
  const id = dice.oneOf(ids);
  return { id, body: database.prepare<[number], Buffer>('SELECT body FROM block WHERE id = ?').pluck().get(id)! };
}

function ofBlock(database: Database, dice: Dice, change: (block: Block) => Buffer | null): boolean {
  const block = sealedBlock(database, dice);
  const body = change(block);
  if (body === null || body.equals(block.body)) return false;
  put(database, block.id, body);
  return true;
}

interface SealedGap {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly lengthMs: number;
}

function ofGap(database: Database, dice: Dice, change: (gap: SealedGap) => number): boolean {
  const gaps = database
    .prepare<[], SealedGap>(
      `SELECT id, from_at AS "from", to_at AS "to", length_ms AS lengthMs FROM gap
       WHERE id IN (SELECT id FROM proof_span WHERE kind = 'gap' AND reopened IS NULL)`,
    )
    .all();
  return gaps.length > 0 && change(dice.oneOf(gaps)) > 0;
}
