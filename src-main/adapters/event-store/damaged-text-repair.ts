/**
 * Texts of which the check has said that they are not what was received: a copy of the store may have them whole, and
 * those that none has are an incident.
 */
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { openForReading } from './open-database.ts';
import type { SequencedEvent } from './received-block.ts';
import type { StoreWriter } from './store-writer.ts';
import { TextStore } from './text-store.ts';

export class DamagedTextRepair {
  /** Those that no copy has, as far as the check has told of them in this run. */
  readonly #unrepairable = new Set<number>();

  /**
   * Puts back what the copies have of these seqs.
   * @param copies paths, the newest first
   * @returns the incident that is to be told, `null` where there is none
   */
  repair(
    writer: Pick<StoreWriter, 'damagedTexts' | 'insertRecovered' | 'raiseBasis'>,
    copies: () => readonly string[],
    [first, last]: readonly [first: number, last: number],
    currentIncident: StoreIncident | null,
  ): StoreIncident | null {
    const found = writer.damagedTexts(first, last);
    let left = found;
    if (left.length > 0)
      for (const copy of copies()) {
        writer.insertRecovered(readTextsFromCopy(copy, left));
        left = writer.damagedTexts(first, last);
      }
    if (left.length < found.length) writer.raiseBasis();
    for (const seq of left) this.#unrepairable.add(seq);
    // One that somebody has yet to read stands before it; the next check tells of the texts again.
    if (left.length === 0 || (currentIncident !== null && currentIncident.kind !== 'texts-damaged')) return null;
    const { at, saved } = currentIncident ?? { at: Date.now(), saved: 0 };
    return {
      at,
      kind: 'texts-damaged',
      movedTo: null,
      missing: this.#unrepairable.size,
      saved: saved + found.length - left.length,
      mending: { kind: 'done' },
    };
  }
}

/** What is not there, or damaged there, too, is left out; a copy that cannot be read has nothing. */
function readTextsFromCopy(path: string, seqs: readonly number[]): SequencedEvent[] {
  try {
    const database = openForReading(path);
    try {
      const texts = new TextStore(database);
      return seqs.flatMap((seq) => {
        const entry = texts.entry(seq);
        return entry?.isIntact === true ? [{ seq, event: entry.event() }] : [];
      });
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}
