import type { EventReader, Flaw } from '../../../core/ports/event-store.ts';
import type { Output } from '../terminal/output.ts';
import { nullIfDamaged } from '../../../core/exports/readable-events.ts';
import { checkSummary, flawLine } from './store-lines.ts';
import { terminalText } from '../terminal/terminal-text.ts';

/** Prints each flaw when it is found, then a summary. @returns true if there is none */
export async function checkStore(reader: EventReader, output: Output): Promise<boolean> {
  const storedEvents = await nullIfDamaged(reader.extent().then((extent) => extent.storedEvents));
  let flawCount = 0;
  for (let after: number | null = 0; after !== null;) {
    const { flaws, next }: { readonly flaws: readonly Flaw[]; readonly next: number | null } = await checkBatch(
      reader,
      after,
    );
    for (const flaw of flaws) await output.write(`${terminalText(flawLine(flaw))}\n`);
    flawCount += flaws.length;
    after = next;
  }
  await output.write(`${checkSummary(storedEvents, flawCount)}\n`);
  return storedEvents !== null && flawCount === 0;
}

/** A database that cannot be read further is reported as a flaw, not as a failed check. */
async function checkBatch(
  reader: EventReader,
  after: number,
): Promise<{ readonly flaws: readonly Flaw[]; readonly next: number | null }> {
  const detail = after === 0 ? 'it cannot be read from the start' : `it cannot be read after event ${after}`;
  return (await nullIfDamaged(reader.check(after))) ?? { flaws: [{ kind: 'unreadable', detail }], next: null };
}
