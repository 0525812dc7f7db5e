/**
 * `watchfloor events --output`: the same events into a file, with what is told about them beside it. The file has its
 * name when it is whole; whatever ends it early, Ctrl+C too, leaves nothing behind.
 */
import { resolve } from 'node:path';
import type { ExportAbout } from '../../../src-shared/domain/event-export.ts';
import { readsTexts, resolveTimes } from '../../../src-shared/domain/filter.ts';
import { createSystemClock } from '../../adapters/clock/system-clock.ts';
import { createEventStoreOpener } from '../../adapters/event-store/event-store.ts';
import type { StoreLocation } from '../../adapters/event-store/store-directory.ts';
import { type ExportWanted, runExport } from '../../core/exports/export-run.ts';
import type { EventReader } from '../../core/ports/event-store.ts';
import { readCount } from '../../core/timeline/tallies.ts';
import { workerUrl } from '../worker-address.ts';
import { beginOutput, refuseOutput } from './output-file.ts';
import { ExportProgressLine, exportEndWords } from './export-progress.ts';
import { terminalText } from './terminal-text.ts';
import { toldToStop } from './told-to-stop.ts';

export interface ExportOrder extends Omit<ExportWanted, 'profile' | 'to'> {
  readonly dataDir: string;
  readonly output: string;
  readonly force: boolean;
}

/** `null`: it was told to stop. @throws AppError BAD_ARGUMENT, EXPORT_FAILED, STORE_… */
export async function exportEvents(store: StoreLocation, order: ExportOrder): Promise<ExportAbout | null> {
  const path = resolve(order.output);
  refuseOutput(path, order.force);
  const told = toldToStop();
  // In a thread of its own, so that this one hears of a signal whatever takes long.
  const opener = createEventStoreOpener({ dataDir: order.dataDir, workerUrl: workerUrl('event-store') });
  const reader = await opener.openReadOnly({ ...store, source: '' });
  try {
    const file = await beginOutput(path, order.force);
    const total = await totalOf(reader, order).catch(() => null);
    const progress = new ExportProgressLine(total, performance.now());
    const parts = { reader, file, clock: createSystemClock() };
    const about = await runExport(
      parts,
      { ...order, to: null, profile: store.name },
      (now) => progress.show(now),
      told,
    );
    progress.clear();
    console.error(terminalText(exportEndWords(about, path)));
    return about;
  } catch (error) {
    if (!told.aborted || error !== told.reason) throw error;
    console.error('watchfloor: The export was stopped, and nothing of it is left.');
    return null;
  } finally {
    await reader.close();
  }
}

/** `null` where counting would look through the very texts that are written. What fails here fails where they are read. */
async function totalOf(reader: EventReader, { filter, at, limit }: ExportOrder): Promise<number | null> {
  if (!process.stderr.isTTY || readsTexts(filter)) return null;
  const { newestSeq } = await reader.extent();
  const { value, next } = await readCount(reader, { filter: resolveTimes(filter, at), after: 0, to: newestSeq });
  return next === null ? Math.min(value, limit ?? value) : null;
}
