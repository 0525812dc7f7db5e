/** Writes events into a file. If that ends early, also by Ctrl+C, nothing is left. */
import { resolve } from 'node:path';
import type { ExportAbout } from '../../../../src-shared/domain/event/event-export.ts';
import { needsTexts, resolveTimes } from '../../../../src-shared/domain/filter/filter.ts';
import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import type { StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { type ExportRequest, runExport } from '../../../core/exports/export-run.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { readCount } from '../../../core/timeline/tallies.ts';
import { createOutputFile, refuseOutput } from '../terminal/output-file.ts';
import { ExportProgressLine, exportEndWords } from './export-progress.ts';
import { withProgress } from '../terminal/progress.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';

export interface ExportEventsOptions extends Omit<ExportRequest, 'profile' | 'to'> {
  readonly dataDir: string;
  readonly output: string;
  readonly force: boolean;
}

/** Returns null if the user stopped it. @throws AppError BAD_ARGUMENT, EXPORT_FAILED, STORE_… */
export async function exportEvents(
  terminal: Terminal,
  store: StoreLocation,
  options: ExportEventsOptions,
): Promise<ExportAbout | null> {
  const path = resolve(options.output);
  refuseOutput(path, options.force);
  const stopSignal = terminal.stopSignal();
  const { stores } = (await terminal.openDatabases('watch'))(options.dataDir);
  const reader = await stores.openReadOnly({ ...store, source: '' });
  try {
    const file = await createOutputFile(path, options.force);
    const total = await countTotal(reader, options).catch(() => null);
    const line = new ExportProgressLine(total, performance.now());
    const parts = { reader, file, clock: createSystemClock() };
    const request = { ...options, to: null, profile: store.name };
    const about = await withProgress(terminal, 'Exporting', (progress) =>
      runExport(parts, request, (now) => progress.show(line.line(now, performance.now())), stopSignal),
    );
    reportLine(terminal, terminalText(exportEndWords(about, path)));
    return about;
  } catch (error) {
    if (!stopSignal.aborted || error !== stopSignal.reason) throw error;
    reportLine(terminal, 'watchfloor: The export was stopped; no file was written.');
    return null;
  } finally {
    await reader.close();
  }
}

/** Null if counting would read the same texts as the export, which reports the errors that are ignored here. */
async function countTotal(reader: EventReader, { filter, at, limit }: ExportEventsOptions): Promise<number | null> {
  if (needsTexts(filter)) return null;
  const { newestSeq } = await reader.extent();
  const { value, next } = await readCount(reader, { filter: resolveTimes(filter, at), after: 0, to: newestSeq });
  return next === null ? Math.min(value, limit ?? value) : null;
}
