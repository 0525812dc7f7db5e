import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { backUpStore } from '../../../../../../src-main/adapters/sqlite/events/files/backup.ts';
import type { GuardedWriter } from '../../../../../../src-main/adapters/sqlite/events/guarded-writer.ts';
import { openBlock, encodeBlock } from '../../../../../../src-main/adapters/sqlite/events/texts/received-block.ts';
import type { StorePaths } from '../../../../../../src-main/adapters/sqlite/store-paths.ts';
import { openStoreReader, type StoreReader } from '../../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import type { Flaw } from '../../../../../../src-main/core/ports/event-store.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { openGuardedStore } from '../guarded-store.ts';

function opened() {
  const { paths, writer, incidents } = openGuardedStore();
  writer.append(batchOf('opens', receivedEvents(1, 300)));
  return { paths, writer, incidents };
}

function damage({ events }: StorePaths, ...seqs: number[]): void {
  const database = new Sqlite(events);
  const body = database.prepare<[number], Buffer>('SELECT body FROM block WHERE id = ?').pluck();
  const put = database.prepare<[Buffer, number]>('UPDATE block SET body = ? WHERE id = ?');
  for (const seq of seqs) {
    const block = Math.floor(seq / 64);
    const plain = encodeBlock(openBlock(block, body.get(block) ?? Buffer.alloc(0)).entries);
    const text = `"detailedMessage":${seq}}`;
    plain.write('X', plain.indexOf(text) + 3);
    put.run(plain, block);
  }
  database.close();
}

function check({ events }: StorePaths, writer: GuardedWriter): Record<'found' | 'left', readonly Flaw[]> {
  const reader = openStoreReader(events);
  const found = flawsOf(reader);
  for (const flaw of found) if (flaw.kind === 'text') writer.repairTexts(flaw.first, flaw.last);
  const left = flawsOf(reader);
  reader.close();
  return { found, left };
}

function flawsOf(reader: StoreReader): Flaw[] {
  const flaws: Flaw[] = [];
  for (let after: number | null = 0; after !== null;) {
    const checked = reader.check(after);
    flaws.push(...checked.flaws);
    after = checked.next;
  }
  return flaws;
}

describe('[KEEP-2] texts that are damaged', () => {
  it('are restored from a copy without reporting an incident', async () => {
    const { paths, writer, incidents } = opened();
    await backUpStore(paths);
    damage(paths, 70, 71, 200);
    expect(check(paths, writer)).toEqual({
      found: [
        { kind: 'text', first: 70, last: 71 },
        { kind: 'text', first: 200, last: 200 },
      ],
      left: [],
    });
    expect(incidents).toEqual([]);
  });

  it('are reported as one incident and counted once if no copy has them, until the incident is acknowledged', async () => {
    const { paths, writer, incidents } = opened();
    await backUpStore(paths);
    writer.append(batchOf('opens', receivedEvents(301, 400)));
    damage(paths, 70, 320, 321);
    const expected = { kind: 'texts-damaged', missing: 2, mending: { kind: 'done' } };
    const { left } = check(paths, writer);
    expect(left).toEqual([{ kind: 'text', first: 320, last: 321 }]);
    check(paths, writer);
    expect(incidents.at(-1)).toMatchObject(expected);
    expect(writer.resume().incident).toMatchObject(expected);
    writer.acknowledgeIncident();
    expect(writer.resume().incident).toBeNull();
  });
});
