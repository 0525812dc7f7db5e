/**
 * `watchfloor coverage --check-inventory`: what changed in the inventory while nobody listened, beside the events that
 * were received about that time. Nothing is kept, and nothing is claimed of a gap whose search did not come to its end.
 */
import { existsSync, statSync } from 'node:fs';
import { appError } from '../../../src-shared/api/errors.ts';
import type { Gap } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { readSearchBody } from '../../../src-shared/service/search-body.ts';
import type { AccessQuestion } from '../../core/access/ask-access.ts';
import { clockOffsetFollower } from '../../core/followers/clock-offset-follower.ts';
import { readableEvents } from '../../core/exports/readable-events.ts';
import type { EventReader } from '../../core/ports/event-store.ts';
import { compareGap, gapEvents, gapSearchBody, spanOf } from '../../core/subscriptions/gap-check.ts';
import { walkSearch } from '../../core/subscriptions/walk-search.ts';
import { walk } from '../../core/timeline/walk.ts';
import { asking, type AskingOptions } from '../asking.ts';
import { type CheckedGap, checkLines } from './check-inventory-lines.ts';
import { printing } from './output.ts';
import { tellUnreadable } from './print-events.ts';
import type { ChosenFormat } from './row-format.ts';
import { doubtWords, givenUpWords, waitWords } from './search-end-words.ts';
import { tellFailedSearch } from './search-refusal.ts';
import { reportLine, type Terminal } from './terminal.ts';
import { UnreadableEvents } from './unreadable-words.ts';

export type EndedGap = Gap & { readonly to: number };

interface CheckOptions extends Partial<AskingOptions>, ChosenFormat {
  readonly dataDir: string;
}

/** Something was possibly missed. */
const POSSIBLY_MISSED = 5;

/** @throws AppError BAD_ARGUMENT, STORE_…, and as `asking` and `walkSearch` */
export async function checkInventory(
  terminal: Terminal,
  { profile, ...options }: CheckOptions,
  reader: EventReader,
  gaps: readonly EndedGap[],
): Promise<void> {
  if (profile === undefined || !existsSync(profile) || !statSync(profile).isFile())
    throw appError('BAD_ARGUMENT', {
      words: '--check-inventory asks the service, so --profile must name the file of a profile.',
    });
  if (gaps.length === 0)
    return reportLine(terminal, 'watchfloor: No gap that is over lies in this time. Nothing was asked.');
  const told = terminal.stopSignal();
  const lines = checkLines(options);
  try {
    await printing(terminal, async (output) => {
      await output.write(lines.head);
      await asking(
        { ...options, profile, environment: terminal.environment },
        async (question, signal) => {
          const offsetMs = await providerClockOffsetMs(reader, signal);
          for (const gap of gaps) {
            // oxlint-disable-next-line no-await-in-loop -- one request at a time
            const checked = await checkedGap(terminal, { question, reader, offsetMs }, gap, signal);
            if (checked === null) return reportLine(terminal, `watchfloor: ${notCheckedWords(gap, gaps)}`);
            if (checked.counts.missed > 0) terminal.exitCode ??= POSSIBLY_MISSED;
            // oxlint-disable-next-line no-await-in-loop -- in the order of the gaps
            await output.write(lines.line(checked));
          }
        },
        AbortSignal.any([told, output.closed]),
      );
    });
  } catch (error) {
    if (!told.aborted) throw error;
    terminal.exitCode = 1;
    reportLine(terminal, 'watchfloor: Stopped. The other gaps were not checked.');
  } finally {
    terminal.leaveSoon();
  }
}

/** More than the offset is made of: several that arrive together are one moment. */
const NEWEST_HEARTBEATS = 100;

/** By the newest heartbeats, as whoever watches learns it; 0 where it is not known. */
async function providerClockOffsetMs(reader: EventReader, signal: AbortSignal): Promise<number> {
  const { filter, restore, take, offsetMs } = clockOffsetFollower;
  const heartbeats: EventSummary[] = [];
  const newest = walk(reader, { filter, direction: 'older', limit: NEWEST_HEARTBEATS }, signal);
  for await (const heartbeat of newest) heartbeats.unshift(heartbeat);
  return offsetMs(take(restore([]), heartbeats).state) ?? 0;
}

function notCheckedWords({ id }: EndedGap, gaps: readonly EndedGap[]): string {
  const after = gaps.length - 1 - gaps.findIndex((gap) => gap.id === id);
  return after === 0
    ? `Gap ${id} was not checked.`
    : `Gap ${id} was not checked, nor ${after === 1 ? 'the one' : `the ${after}`} after it.`;
}

/** `null`: it came to nothing, which is told. */
async function checkedGap(
  terminal: Terminal,
  { question, reader, offsetMs }: { question: AccessQuestion; reader: EventReader; offsetMs: number },
  gap: EndedGap,
  signal: AbortSignal,
): Promise<CheckedGap | null> {
  const span = spanOf(gap, offsetMs);
  const search = new ChangedSubscriptions(terminal, question, gapSearchBody(span), signal);
  const { newestSeq } = await reader.extent();
  const unreadable = new UnreadableEvents();
  const events = () =>
    readableEvents(reader, { filter: gapEvents(span), to: newestSeq }, (what) => unreadable.add(what), signal);
  const comparison = await compareGap(search.items(), events, Number.POSITIVE_INFINITY);
  tellUnreadable(terminal, unreadable, 0);
  return search.isWhole ? { gap, span, offsetMs, ...comparison } : null;
}

class ChangedSubscriptions {
  isWhole = false;
  readonly #terminal: Terminal;
  readonly #question: AccessQuestion;
  readonly #body: string;
  readonly #signal: AbortSignal;

  constructor(terminal: Terminal, question: AccessQuestion, body: string, signal: AbortSignal) {
    this.#terminal = terminal;
    this.#question = question;
    this.#body = body;
    this.#signal = signal;
  }

  async *items(): AsyncGenerator<{ readonly ordinal: number; readonly raw: string }, void, undefined> {
    const terminal = this.#terminal;
    const body = this.#body;
    const read = readSearchBody(body);
    const limit = read.kind === 'body' ? read.parts.limit : null;
    const question = { ...this.#question, body, limit, isAll: true, random: Math.random };
    let ordinal = 0;
    for await (const step of walkSearch(question, this.#signal)) {
      if (step.kind === 'page') for (const raw of step.items) yield { ordinal: (ordinal += 1), raw };
      else if (step.kind === 'waits') reportLine(terminal, `watchfloor: ${waitWords(step)}`);
      else if (step.kind === 'failed') tellFailedSearch(terminal, step.error, step.answer);
      else {
        this.isWhole = step.kind === 'ended';
        if (!this.isWhole) terminal.exitCode = 1;
        if (step.kind === 'given-up') reportLine(terminal, `watchfloor: ${givenUpWords(step)}`);
        for (const words of doubtWords(step.tally, this.isWhole, 'compared'))
          reportLine(terminal, `watchfloor: ${words}`);
      }
    }
  }
}
