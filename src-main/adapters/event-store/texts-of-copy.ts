/** Single texts that a copy of the store has whole, to be put back where the store has them damaged. */
import { openForReading } from './open-database.ts';
import type { PlacedEvent } from './received-block.ts';
import { TextRows } from './text-rows.ts';

/** What is not there, or damaged there, too, is left out; a copy that cannot be read has nothing. */
export function textsOfCopy(path: string, seqs: readonly number[]): PlacedEvent[] {
  try {
    const database = openForReading(path);
    try {
      const texts = new TextRows(database);
      return seqs.flatMap((seq) => {
        const entry = texts.entry(seq);
        return entry?.isWhole === true ? [{ seq, event: entry.event() }] : [];
      });
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}
