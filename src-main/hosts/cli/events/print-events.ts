import { type AppError, appError } from '../../../../src-shared/api/errors.ts';
import { eventsText } from '../../../../src-shared/words/store-words.ts';
import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import type { ExportedRows } from '../../../../src-shared/domain/event/event-export.ts';
import { eventLines, type LineOptions, linesOfForm } from '../../../core/exports/event-lines.ts';
import { failedResourceForm } from '../../../core/exports/failed-resources.ts';
import { type EventsQuery, readableEvents } from '../../../core/exports/readable-events.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { tableLines } from './event-table.ts';
import { followEvents } from './follow-events.ts';
import type { Output } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { reportUnmatchedValues } from './unmatched-values.ts';
import { UnreadableEvents, followPausedWords, withheldWords } from './unreadable-events.ts';
import { reportSheetFit, type RowFormat } from '../terminal/rows.ts';

export type PrintedLines = ReturnType<typeof eventLines>;

export const FIXED_COLUMNS =
  '--failed-resources prints csv or ndjson with columns of its own. Add --format csv, and leave out --fields.';

export function linesOf(format: RowFormat, rows: ExportedRows, options: LineOptions): PrintedLines {
  if (rows === 'failed-resources') {
    if (format === 'table') throw appError('BAD_ARGUMENT', { words: FIXED_COLUMNS });
    return linesOfForm(format === 'ndjson' ? 'jsonl' : 'csv', failedResourceForm(options.mask), options.cells);
  }
  return format === 'table' ? tableLines(options) : eventLines(format === 'ndjson' ? 'jsonl' : 'csv', options);
}

export async function printStored(
  terminal: Terminal,
  reader: EventReader,
  query: EventsQuery,
  lines: PrintedLines,
  output: Output,
): Promise<void> {
  const unreadable = new UnreadableEvents();
  let printed = 0;
  await withProgress(terminal, 'Reading the store', async (progress) => {
    for await (const event of readableEvents(reader, query, (what) => unreadable.add(what))) {
      printed += 1;
      progress.printsRows();
      await output.write(lines.line(event));
      progress.show(() => `${eventsText(printed)} printed`);
    }
  });
  reportSheetFit(terminal, lines.fit());
  reportUnreadable(terminal, unreadable, lines.withheld());
  await reportUnmatchedValues(terminal, reader, query.filter, printed > 0 || query.limit === 0);
}

export function reportUnreadable(terminal: Terminal, unreadable: UnreadableEvents, withheld: number): void {
  if (withheld > 0) reportLine(terminal, `watchfloor: ${withheldWords(withheld)}`);
  for (const words of unreadable.words()) {
    terminal.exitCode = 1;
    reportLine(terminal, `watchfloor: ${words}`);
  }
}

export async function printFollowed(
  terminal: Terminal,
  reader: EventReader,
  { filter, to }: EventsQuery,
  lines: PrintedLines,
  output: Output,
): Promise<void> {
  const following = {
    filter,
    after: to,
    onUnreadable: (error: AppError) => reportLine(terminal, `watchfloor: ${followPausedWords(error)}`),
  };
  const signal = AbortSignal.any([output.closed, terminal.parentExitSignal()]);
  for await (const { events } of followEvents(reader, following, createSystemClock(), signal))
    for (const event of events) await output.write(lines.line(event));
}
