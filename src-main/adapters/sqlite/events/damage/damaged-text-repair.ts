/** Restores texts that the check found damaged from copies of the store. Texts that no copy has are an incident. */
import type { StoreIncident } from '../../../../../src-shared/domain/store-condition.ts';
import { readOnce } from '../files/open-database.ts';
import type { SequencedEvent } from '../texts/received-block.ts';
import type { StoreWriter } from '../store-writer.ts';
import { TextReader } from '../texts/text-reader.ts';

export class DamagedTextRepair {
  /** Seqs found by the check in this run that no copy can restore. */
  readonly #unrepairable = new Set<number>();

  /** `copies`: paths, newest first. Returns the incident to report, which adds to the current one, or null. */
  repair(
    writer: Pick<StoreWriter, 'damagedTexts' | 'insertRecovered' | 'raiseBasis'>,
    copies: () => readonly string[],
    [first, last]: readonly [first: number, last: number],
    currentIncident: StoreIncident | null,
  ): StoreIncident | null {
    const found = writer.damagedTexts(first, last);
    let remaining = found;
    if (remaining.length > 0)
      for (const copy of copies()) {
        writer.insertRecovered(readTextsFromCopy(copy, remaining));
        remaining = writer.damagedTexts(first, last);
      }
    if (remaining.length < found.length) writer.raiseBasis();
    for (const seq of remaining) this.#unrepairable.add(seq);
    // Another unread incident stays; the next check reports the texts again.
    if (remaining.length === 0 || (currentIncident !== null && currentIncident.kind !== 'texts-damaged')) return null;
    const { at, saved } = currentIncident ?? { at: Date.now(), saved: 0 };
    return {
      at,
      kind: 'texts-damaged',
      movedTo: null,
      missing: this.#unrepairable.size,
      saved: saved + found.length - remaining.length,
      mending: { kind: 'done' },
    };
  }
}

function readTextsFromCopy(path: string, seqs: readonly number[]): SequencedEvent[] {
  try {
    return readOnce(path, (database) => {
      const texts = new TextReader(database);
      return seqs.flatMap((seq) => {
        const entry = texts.entry(seq);
        return entry?.isIntact === true ? [{ seq, event: entry.event() }] : [];
      });
    });
  } catch {
    return [];
  }
}
