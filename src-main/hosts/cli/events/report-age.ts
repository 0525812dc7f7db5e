/** Ends a table with the age of what it shows, as the page does. Records have times of their own. */
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { EVERYTHING } from '../../../../src-shared/domain/filter/filter.ts';
import { readCoverageAt, watchedAt } from '../../../../src-shared/domain/coverage/watched-at.ts';
import {
  type ReportedSpan,
  reportedWords,
  spanOf,
  type Unwatched,
} from '../../../../src-shared/words/events/reported-words.ts';
import { exactDurationText, zonedWords } from '../../../../src-shared/words/zoned-time-words.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { readPage } from '../../../core/timeline/pages.ts';
import type { ChosenFormat } from '../terminal/rows.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';

interface AgeParts {
  readonly reader: Pick<EventReader, 'coverage'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Notes the age of rows while they are printed. */
export class ReportTimes {
  span: Required<ReportedSpan> = spanOf([]);

  async *of<Row extends { readonly lastAt: number }>(rows: AsyncIterable<Row>): AsyncGenerator<Row, void, undefined> {
    for await (const row of rows) {
      this.span = { newestAt: Math.max(this.span.newestAt ?? row.lastAt, row.lastAt), oldestAt: null };
      yield row;
    }
  }
}

export async function reportAge(
  terminal: Terminal,
  { format }: Pick<ChosenFormat, 'format'>,
  parts: AgeParts,
  what: string,
  span: ReportedSpan,
): Promise<void> {
  if (format === 'table') reportLine(terminal, `watchfloor: ${await ageLine(parts, what, span)}.`);
}

/** `Last reported 21 Nov 14:02:11 UTC, 3 m ago; watching` */
export async function ageLine({ reader, clock }: AgeParts, what: string, span: ReportedSpan): Promise<string> {
  const now = clock.now();
  const utc = zonedWords('UTC');
  const time = (at: number) => `${utc.day(at)} ${utc.clock(at)} UTC`;
  return reportedWords(what, span, await unwatched(reader, now), { now, time, length: exactDurationText });
}

/** Receive time of the newest stored event, UTC epoch ms; null if none is stored. Heartbeats are events. */
export async function newestEventAt(reader: EventReader, clock: Clock): Promise<number | null> {
  const query = { filter: EVERYTHING, direction: 'older', cursor: null, limit: 1 } as const;
  return (await readPage(reader, query, clock)).rows[0]?.receivedAt ?? null;
}

async function unwatched(reader: AgeParts['reader'], now: number): Promise<Unwatched | null> {
  const answer = watchedAt(await readCoverageAt((span) => reader.coverage(span), now), now, now, null);
  switch (answer.kind) {
    case 'not-watched':
      return { since: answer.gap.from, by: 'stream' };
    case 'not-in-copy':
      return { since: answer.madeAt, by: 'copy' };
    // A store without a writer has an open gap, so a process that watches has the store open.
    case 'after-last-event':
    case 'watched':
      return null;
    case 'before-first-session':
    case 'no-record':
    case 'future':
      return { since: null, by: 'stream' };
    default:
      return assertNever(answer);
  }
}
