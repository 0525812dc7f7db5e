/** Measures what sealing adds to storing events, as processor time: in turns, and the median of each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForWriting } from '../../src-main/adapters/sqlite/events/files/open-database.ts';
import { createProofWriter } from '../../src-main/adapters/sqlite/events/proof/proof-writer.ts';
import type { SequencedEvent } from '../../src-main/adapters/sqlite/events/texts/received-block.ts';
import { TextStore } from '../../src-main/adapters/sqlite/events/writing/text-store.ts';
import { atMost, type Figures, median } from './figures.ts';
import { generatedEvents } from './generated-events.ts';

const EVENTS = 60_000;
const BATCH = 100;
const ROUNDS = 7;
/** Processor time of `collect` for an event: until stored, and of projections and search index (docs/performance.md). */
const COLLECT_US = 167;

export function benchSealing(figures: Figures): void {
  figures.topic('Proof of watch', ['store']);
  const events = [...generatedEvents(0, EVENTS)].map((event, index) => ({ seq: index + 1, event }));
  const [sealed, plain]: [number[], number[]] = [[], []];
  storingUs(events, true); // compiles
  for (let round = 0; round < ROUNDS; round += 1) {
    sealed.push(storingUs(events, true));
    plain.push(storingUs(events, false));
  }
  const added = median(sealed) - median(plain);
  const aside = `${added.toFixed(2)} µs an event; texts alone ${median(plain).toFixed(2)} µs`;
  figures.measured('sealing ÷ `collect`, processor time', (100 * added) / COLLECT_US, '%', atMost(2), aside);
}

/** Writes only texts, so that the difference is not lost in the rest. */
function storingUs(events: readonly SequencedEvent[], isSealed: boolean): number {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
  const database = openForWriting(join(folder, 'events.db'));
  try {
    const texts = new TextStore(database);
    const proof = createProofWriter(database);
    if (isSealed) texts.onPacked = proof.addBlock;
    const write = database.transaction((batch: readonly SequencedEvent[]) => {
      for (const event of batch) texts.add(event);
      texts.write();
    });
    const before = process.cpuUsage();
    for (let first = 0; first < events.length; first += BATCH) write.immediate(events.slice(first, first + BATCH));
    const seal = database.transaction(() => proof.seal(0, events.length, 6));
    if (isSealed) while (seal.immediate());
    const { user, system } = process.cpuUsage(before);
    return (user + system) / events.length;
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}
