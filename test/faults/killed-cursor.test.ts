/** Kills `events --follow --cursor` while another process stores events, and accounts for every event. */
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import { rounds } from '../support/breadth.ts';
import { parseNdjson, type RunningCommand, Workplace } from '../support/command.ts';

const KILLS = rounds({ usual: 6, thorough: 200 });
/** Events that the command prints as one batch. */
const MAX_BATCH = 256;
const WAIT_OPTIONS = { timeout: 60_000, interval: 5 };
const STORED_BEFORE_A_RUN = 400;
const STORED_DURING_A_RUN = 40;

const isWanted = (seq: number) => seq % 3 !== 0;

interface Cursor {
  readonly seq: number;
}

class FollowedStore {
  readonly #store: EventStore;
  #session: number | 'opens' = 'opens';
  newest = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  async append(count: number): Promise<void> {
    const events = Array.from({ length: count }, (_, index) => {
      const seq = this.newest + 1 + index;
      return receivedEvent(seq, { kind: isWanted(seq) ? 'WANTED' : 'OTHER' });
    });
    const { sessionId } = await this.#store.writer.append({ ...batchOf(this.#session, events), after: this.newest });
    this.#session = sessionId;
    this.newest += count;
  }
}

/** Kills at the first output, after some lines, or when the cursor file is being replaced. */
async function killPoint(kill: number, command: RunningCommand, folder: string): Promise<void> {
  const { stdout } = command.process;
  if (stdout === null) throw new Error('The command has no standard output.');
  const lines = (kill * 97) % 700;
  if (kill % 3 === 0) await once(stdout, 'data');
  else if (kill % 3 === 1)
    while (command.stdout.split('\n').length <= lines) await Promise.race([once(stdout, 'data'), command.exit]);
  else {
    const watcher = watch(folder);
    for (let change = 0; change <= kill % 7; change += 1) await once(watcher, 'change');
    watcher.close();
  }
}

test(`[CLI-100] killed ${KILLS} times, events --follow --cursor prints every matching event and repeats at most the last batch`, async () => {
  const workplace = await Workplace.create();
  const store = await workplace.openStore();
  try {
    const followed = new FollowedStore(store);
    const file = join(workplace.folder, 'position.json');
    const cursor = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Cursor).seq : 0);
    const wanted = (after: number, to: number) =>
      Array.from({ length: to - after }, (_, index) => after + 1 + index).filter(isWanted);
    const args = ['events', '--data-dir', workplace.dataDir, '--cursor', file, '--query', 'kind:WANTED'];
    const taken = new Set<number>();
    let repeated = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await followed.append(STORED_BEFORE_A_RUN);
      const before = cursor();
      const command = workplace.run([...args, '--follow', '--format', 'ndjson', '--fields', 'seq']);
      const killed = killPoint(kill, command, workplace.folder).then(() => command.stop('SIGKILL'));
      const over = new AbortController();
      void killed.finally(() => over.abort());
      while (!over.signal.aborted) {
        await followed.append(STORED_DURING_A_RUN);
        await vi.waitFor(() => expect(over.signal.aborted || cursor() === followed.newest).toBe(true), WAIT_OPTIONS);
      }
      expect([await killed, command.stderr]).toEqual(['SIGKILL', '']);
      // The reader of the pipe drops a line that has no end.
      const printed = parseNdjson(command.stdout.slice(0, command.stdout.lastIndexOf('\n') + 1)).map(({ seq }) =>
        Number(seq),
      );
      expect(printed).toEqual(wanted(before, followed.newest).slice(0, printed.length));
      for (const seq of printed) taken.add(seq);
      const after = cursor();
      expect(wanted(before, after).filter((seq) => !printed.includes(seq))).toEqual([]);
      repeated = Math.max(repeated, printed.filter((seq) => seq > after).length);
    }
    expect(repeated).toBeLessThanOrEqual(MAX_BATCH);
    const rest = parseNdjson(await workplace.output([...args, '--format', 'ndjson', '--fields', 'seq']));
    for (const { seq } of rest) taken.add(Number(seq));
    expect([...taken]).toEqual(wanted(0, followed.newest));
    expect(cursor()).toBe(followed.newest);
  } finally {
    await store.close();
    await workplace.close();
  }
});
