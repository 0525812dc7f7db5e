/** Prints events after a position. The cursor moves when the system has taken a batch: a kill repeats only one. */
import { type AppError, appError } from '../../../../src-shared/api/errors.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { eventsText } from '../../../../src-shared/words/store-words.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import type { Output } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { CursorFile } from './cursor-file.ts';
import { followEvents } from './follow-events.ts';
import type { PrintedLines } from './print-events.ts';
import { followPausedWords, withheldWords } from './unreadable-events.ts';
import { reportUnmatchedValues } from './unmatched-values.ts';

export interface AfterQuery {
  /** All times must be absolute. */
  readonly filter: Filter;
  readonly profile: string;
  readonly cursor?: string;
  readonly after?: number | 'newest';
  readonly follow?: true;
}

/** While no event matches, the file is written at most this often. */
const IDLE_MOVE_MS = 1_000;

/** Needs no signal handler: nothing is open that must be closed in order. @throws AppError CURSOR_UNUSABLE, STORE_… */
export async function printAfter(
  terminal: Terminal,
  reader: EventReader,
  { filter, profile, cursor, after = 0, follow }: AfterQuery,
  lines: PrintedLines,
  output: Output,
): Promise<void> {
  const start = () => startSeq(reader, after);
  const file = cursor === undefined ? null : await CursorFile.open(cursor, reader, profile, start);
  const { clock } = terminal;
  const isAhead = (seq: number, newestSeq: number) =>
    file?.isAhead(seq, newestSeq) ?? appError('CURSOR_UNUSABLE', { problem: 'ahead', seq, newestSeq });
  const following = {
    filter,
    after: file?.seq ?? (await start()),
    endsAtNewest: follow !== true,
    onReplaced: isAhead,
    onUnreadable: (error: AppError) => reportLine(terminal, `watchfloor: ${followPausedWords(error)}`),
  };
  const signal = AbortSignal.any([output.closed, terminal.parentExitSignal()]);
  let printed = 0;
  let hasCaughtUp = false;
  let movedAt = clock.monotonic();
  if (lines.head !== '') await output.write(lines.head);
  await withProgress(terminal, 'Reading the store', async (progress) => {
    for await (const { events, upTo, isNewest } of followEvents(reader, following, clock, signal)) {
      // Checked after the batch was read: the store may have been replaced while it was followed.
      await file?.verify(reader);
      if (events.length > 0) {
        progress.printsRows();
        await output.deliver(events.map((event) => lines.line(event)).join(''));
      }
      const isLast = isNewest && following.endsAtNewest;
      if (events.length > 0 || isLast || clock.monotonic() - movedAt >= IDLE_MOVE_MS) {
        await file?.moveTo(upTo, events.at(-1) ?? null);
        movedAt = clock.monotonic();
      }
      printed += events.length;
      progress.show(`${eventsText(printed)} printed`);
      if (!isNewest) continue;
      progress.end();
      if (printed === 0 && !hasCaughtUp) await reportUnmatchedValues(terminal, reader, filter, false);
      hasCaughtUp = true;
    }
  });
  output.closed.throwIfAborted();
  if (lines.withheld() > 0) reportLine(terminal, `watchfloor: ${withheldWords(lines.withheld())}`);
}

async function startSeq(reader: Pick<EventReader, 'extent'>, after: number | 'newest'): Promise<number> {
  const { newestSeq } = await reader.extent();
  if (after === 'newest') return newestSeq;
  if (after > newestSeq) throw appError('CURSOR_UNUSABLE', { problem: 'ahead', seq: after, newestSeq });
  return after;
}
