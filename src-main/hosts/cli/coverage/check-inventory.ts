/**
 * `watchfloor coverage --check-inventory`: compares the inventory changes during a gap with the events received around
 * that time. Stores nothing. If the search of a gap was incomplete, reports no result for it.
 */
import { appError } from '../../../../src-shared/api/errors.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import {
  clockOffsetMs,
  NO_CLOCK_OFFSET,
  nextClockOffset,
} from '../../../../src-shared/domain/coverage/clock-offset.ts';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { HEARTBEATS } from '../../../../src-shared/domain/filter/class-filters.ts';
import { parseSearchBody } from '../../../../src-shared/service/search-body.ts';
import type { AccessParts } from '../../../core/access/request-access.ts';
import { readableEvents } from '../../../core/exports/readable-events.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { compareGap, gapEvents, gapSearchBody, spanOf } from '../../../core/subscriptions/gap-check.ts';
import { walkSearch } from '../../../core/subscriptions/walk-search.ts';
import { walk } from '../../../core/timeline/walk.ts';
import { withServiceAccess, type ServiceAccessOptions } from '../../service-access.ts';
import { type CheckedGap, checkLines } from './check-inventory-lines.ts';
import { withOutput } from '../terminal/output.ts';
import { reportUnreadable } from '../events/print-events.ts';
import { doubtWords, givenUpWords, retryWaitWords } from '../inventory/search-end-words.ts';
import { reportFailedSearch } from '../inventory/search-failure.ts';
import { withProgress } from '../terminal/progress.ts';
import { keychainAccess, reportLine, type Terminal } from '../terminal/terminal.ts';
import { isProfileFile } from '../store/store-choice.ts';
import { UnreadableEvents } from '../events/unreadable-events.ts';
import type { ChosenFormat } from '../terminal/rows.ts';

export type EndedGap = Gap & { readonly to: number };

interface CheckOptions extends Partial<ServiceAccessOptions>, ChosenFormat {
  readonly dataDir: string;
}

const EXIT_POSSIBLY_MISSED = 5;

/** @throws AppError BAD_ARGUMENT, STORE_…, and as `withServiceAccess` and `walkSearch` */
export async function checkInventory(
  terminal: Terminal,
  { profile, ...options }: CheckOptions,
  reader: EventReader,
  gaps: readonly EndedGap[],
): Promise<void> {
  if (!isProfileFile(profile))
    throw appError('BAD_ARGUMENT', {
      words: '--check-inventory sends requests to the service, so --profile must be a profile file.',
    });
  if (gaps.length === 0) return reportLine(terminal, 'watchfloor: No ended gap in this time. No request was sent.');
  const stopSignal = terminal.stopSignal();
  const lines = checkLines(options);
  try {
    await withOutput(terminal, async (output) => {
      await output.write(lines.head);
      await withServiceAccess(
        { ...options, profile, ...keychainAccess(terminal), policy: await terminal.policy() },
        async (question, signal) => {
          const offsetMs = await providerClockOffsetMs(reader, signal);
          for (const gap of gaps) {
            const check = () => checkedGap(terminal, { question, reader, offsetMs }, gap, signal);
            const checked = await withProgress(terminal, `Checking gap ${gap.id}`, check);
            if (checked === null) return reportLine(terminal, `watchfloor: ${notCheckedWords(gap, gaps)}`);
            if (checked.counts.missed > 0) terminal.exitCode ??= EXIT_POSSIBLY_MISSED;
            await output.write(lines.line(checked));
          }
        },
        AbortSignal.any([stopSignal, output.closed]),
      );
    });
  } catch (error) {
    if (!stopSignal.aborted) throw error;
    terminal.exitCode = 1;
    reportLine(terminal, 'watchfloor: Stopped. The other gaps were not checked.');
  } finally {
    terminal.leaveSoon();
  }
}

/** More than the offset needs, because heartbeats that arrive together count once. */
const NEWEST_HEARTBEATS = 100;

/** Computes the offset from the newest heartbeats, as a running watch does. Returns 0 if it is unknown. */
async function providerClockOffsetMs(reader: EventReader, signal: AbortSignal): Promise<number> {
  const heartbeats: EventSummary[] = [];
  const newest = walk(reader, { filter: HEARTBEATS, direction: 'older', limit: NEWEST_HEARTBEATS } as const, signal);
  for await (const heartbeat of newest) heartbeats.unshift(heartbeat);
  return clockOffsetMs(heartbeats.reduce(nextClockOffset, NO_CLOCK_OFFSET)) ?? 0;
}

function notCheckedWords({ id }: EndedGap, gaps: readonly EndedGap[]): string {
  const after = gaps.length - 1 - gaps.findIndex((gap) => gap.id === id);
  return after === 0
    ? `Gap ${id} was not checked.`
    : `Gap ${id} and the ${after === 1 ? 'one' : after} after it were not checked.`;
}

/** Returns null if the search was incomplete; the reason has been printed. */
async function checkedGap(
  terminal: Terminal,
  { question, reader, offsetMs }: { question: AccessParts; reader: EventReader; offsetMs: number },
  gap: EndedGap,
  signal: AbortSignal,
): Promise<CheckedGap | null> {
  const span = spanOf(gap, offsetMs);
  const state = { isComplete: false };
  const changed = changedSubscriptions(terminal, question, gapSearchBody(span), state, signal);
  const { newestSeq } = await reader.extent();
  const unreadable = new UnreadableEvents();
  const events = () =>
    readableEvents(reader, { filter: gapEvents(span), to: newestSeq }, (what) => unreadable.add(what), signal);
  const comparison = await compareGap(changed, events, Number.POSITIVE_INFINITY);
  reportUnreadable(terminal, unreadable, 0);
  return state.isComplete ? { gap, span, offsetMs, ...comparison } : null;
}

/** Sets `state` when the search is complete. */
async function* changedSubscriptions(
  terminal: Terminal,
  question: AccessParts,
  body: string,
  state: { isComplete: boolean },
  signal: AbortSignal,
): AsyncGenerator<{ readonly ordinal: number; readonly raw: string }, void, undefined> {
  const read = parseSearchBody(body);
  const limit = read.kind === 'body' ? read.parts.limit : null;
  let ordinal = 0;
  for await (const step of walkSearch({ ...question, body, limit, isAll: true, random: Math.random }, signal)) {
    if (step.kind === 'page') for (const raw of step.items) yield { ordinal: (ordinal += 1), raw };
    else if (step.kind === 'waits') reportLine(terminal, `watchfloor: ${retryWaitWords(step)}`);
    else if (step.kind === 'failed') reportFailedSearch(terminal, step.error, step.answer);
    else {
      state.isComplete = step.kind === 'ended';
      if (!state.isComplete) terminal.exitCode = 1;
      if (step.kind === 'given-up') reportLine(terminal, `watchfloor: ${givenUpWords(step)}`);
      for (const words of doubtWords(step.tally, state.isComplete, 'compared'))
        reportLine(terminal, `watchfloor: ${words}`);
    }
  }
}
