/** Looks through everything that is stored, for `store --check` and after `restore`. */
import type { EventReader, Flaw } from '../../core/ports/event-store.ts';
import type { Output } from './output.ts';
import { undamaged } from '../../core/exports/readable-events.ts';
import { checkSummary, flawLine } from './store-lines.ts';
import { terminalText } from './terminal-text.ts';

/** Prints each place that is wrong as it is found, and what it comes to; whether nothing was. */
export async function checkStore(reader: EventReader, output: Output): Promise<boolean> {
  const storedEvents = await undamaged(reader.extent().then((extent) => extent.storedEvents));
  let wrong = 0;
  for (let after: number | null = 0; after !== null;) {
    // oxlint-disable no-await-in-loop -- each piece says where the next begins
    const { flaws, next }: { readonly flaws: readonly Flaw[]; readonly next: number | null } = await checkedPiece(
      reader,
      after,
    );
    for (const flaw of flaws) await output.write(`${terminalText(flawLine(flaw))}\n`);
    // oxlint-enable no-await-in-loop
    wrong += flaws.length;
    after = next;
  }
  await output.write(`${checkSummary(storedEvents, wrong)}\n`);
  return storedEvents !== null && wrong === 0;
}

/** A database that cannot be read any further is a finding, not a failure of looking. */
async function checkedPiece(
  reader: EventReader,
  after: number,
): Promise<{ readonly flaws: readonly Flaw[]; readonly next: number | null }> {
  const detail = after === 0 ? 'it cannot be read from its beginning' : `it cannot be read behind event ${after}`;
  return (await undamaged(reader.check(after))) ?? { flaws: [{ kind: 'unreadable', detail }], next: null };
}
