import type { EventReader, Flaw } from '../../../core/ports/event-store.ts';
import type { Output } from '../terminal/output.ts';
import { nullIfDamaged } from '../../../core/exports/readable-events.ts';
import { checkSummary, flawLine } from './store-lines.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { type Progress, withProgress } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';

/** Prints each flaw when it is found, then a summary. @returns true if there is none */
export async function checkStore(terminal: Terminal, reader: EventReader, output: Output): Promise<boolean> {
  return withProgress(terminal, 'Checking the store', (progress) => checkWithProgress(reader, output, progress));
}

async function checkWithProgress(reader: EventReader, output: Output, progress: Progress): Promise<boolean> {
  const storedEvents = await nullIfDamaged(reader.extent().then((extent) => extent.storedEvents));
  let flawCount = 0;
  for (let after: number | null = 0; after !== null;) {
    const { flaws, next }: { readonly flaws: readonly Flaw[]; readonly next: number | null } = await checkBatch(
      reader,
      after,
    );
    progress.clear();
    for (const flaw of flaws) await output.write(`${terminalText(flawLine(flaw))}\n`);
    flawCount += flaws.length;
    after = next;
    progress.show(`Checking the store, after event ${numberText(after ?? 0)}`);
  }
  progress.end();
  await output.write(`${checkSummary(storedEvents, flawCount)}\n`);
  return storedEvents !== null && flawCount === 0;
}

async function checkBatch(
  reader: EventReader,
  after: number,
): Promise<{ readonly flaws: readonly Flaw[]; readonly next: number | null }> {
  const detail = after === 0 ? 'it cannot be read from the start' : `it cannot be read after event ${after}`;
  return (await nullIfDamaged(reader.check(after))) ?? { flaws: [{ kind: 'unreadable', detail }], next: null };
}
