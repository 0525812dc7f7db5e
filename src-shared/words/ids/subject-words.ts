/** Answers in one sentence whether a subject is all right. Values come from outside: all are made visible text here. */
import type { IdContradiction, Subject, SubjectEvent, SubjectIdKind } from '../../api/ids/subject.ts';
import { type Cause, parseCauseKey } from '../../domain/cases/case-keys.ts';
import type { Gap } from '../../domain/coverage/coverage.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { causeWords } from '../case-words.ts';
import { consequenceFacts } from '../consequence-facts.ts';
import { summarize } from '../events/summarize.ts';
import { counted } from '../store-words.ts';

export const subjectIdNames: Readonly<Record<SubjectIdKind, string>> = {
  eid: 'EID',
  iccid: 'ICCID',
  imsi: 'IMSI',
  msisdn: 'MSISDN',
  subscription: 'Subscription',
  resource: 'Resource',
  request: 'Request',
  event: 'Event id',
};

export interface SubjectAnswer {
  /** `fine` only if nothing failed and nothing is unknown about that. */
  readonly mark: 'hurts' | 'fine' | 'not-known';
  readonly sentence: string;
}

/** @param time formats a time with its zone */
export function subjectAnswer(subject: Subject, time: (at: number) => string): SubjectAnswer {
  const { events, rows, from, to } = subject;
  const blind = blindWords(subject, time);
  const failed = events.filter(isFailed);
  const [last] = events;
  if (from !== null || to !== null) {
    const span = spanWords(subject, time);
    const [newest] = failed;
    if (newest !== undefined)
      return {
        mark: 'hurts',
        sentence: `${counted(failed.length, 'failure')} ${span}, the last: ${eventWords(newest)} ${time(newest.event.receivedAt)}. ${blind}`,
      };
    return {
      mark: isSeen(subject) ? 'fine' : 'not-known',
      sentence: `Nothing failed ${span} in what we watched. ${blind}`,
    };
  }
  if (last === undefined) {
    const where = rows.length > 0 ? 'Only a stored search has it' : 'No event and no stored search has it';
    const partly = subject.hasMoreRows ? ` ${PARTLY_READ}` : '';
    return { mark: 'not-known', sentence: `${where}: ${sinceWords(subject, time)}${partly}` };
  }
  const open = openWords(subject, time);
  if (open !== null) return { ...open, sentence: `${open.sentence} ${blind}` };
  const lastWords = `Last: ${eventWords(last)} ${time(last.event.receivedAt)}.`;
  if (isFailed(last))
    return {
      mark: 'hurts',
      sentence: `${eventWords(last)} ${time(last.event.receivedAt)}. Whether it is usable, no event says. You must act: correct the cause, then send the change again. ${blind}`,
    };
  if (subject.case?.ended === 'well' && subject.case.kind === 'localization')
    return { mark: isSeen(subject) ? 'fine' : 'not-known', sentence: `It recovered. ${lastWords} ${blind}` };
  if (failed.length > 0)
    return {
      mark: 'not-known',
      sentence: `${counted(failed.length, 'failure')} before; the last report is none. ${lastWords} ${blind}`,
    };
  return {
    mark: isSeen(subject) ? 'fine' : 'not-known',
    sentence: `Nothing failed in what we watched. ${lastWords} ${blind}`,
  };
}

/** The open localization: usable or not, what failed last, and who must act. */
function openWords({ case: summary }: Subject, time: (at: number) => string): SubjectAnswer | null {
  const cause: Cause | null = summary?.cause == null ? null : parseCauseKey(summary.cause);
  if (summary === null || summary.openedAt === null || cause === null) return null;
  const what = `${causeWords(cause, summary.outcome)}${cause.code === null ? '' : ` with ${visibleText(cause.code)}`}, ${time(summary.lastAt)}.`;
  if (cause.kind === 'request') return { mark: 'hurts', sentence: `Open: ${what}` };
  const facts = consequenceFacts(cause, summary.outcome, summary.steps);
  const [usable, move] = [facts.find(({ name }) => name === 'usable'), facts.find(({ name }) => name === 'move')];
  const usability = usable === undefined ? '' : `Usable: ${usable.value.toLowerCase()}, ${usable.reason}. `;
  const actor = move === undefined ? '' : ` Who must act: ${move.value.toLowerCase()}; ${move.reason}.`;
  return { mark: usable?.mark === 'fine' ? 'fine' : 'hurts', sentence: `${usability}${what}${actor}` };
}

/** A request may have failed for other resources only. */
export function isFailed({ event, resource }: SubjectEvent): boolean {
  return resource === null ? event.outcome === 'failed' || event.outcome === 'partial' : resource.failed;
}

/** Example: `Package change: 1 of 8 resources failed, this one with 70`. */
export function eventWords({ event, resource }: SubjectEvent): string {
  const code = resource === null ? event.errorCode : resource.code;
  const withCode = code === null ? '' : ` with ${visibleText(code)}`;
  if (resource === null) return `${summarize(event)}${event.outcome === 'failed' ? withCode : ''}`;
  const state = resource.state === null ? 'has no state' : visibleText(resource.state).toLowerCase();
  return `${summarize(event)}, this one ${resource.failed ? `failed${withCode}` : state}`;
}

const PARTLY_READ = 'Stored searches were read only in part.';

/** Example: `We did not watch 04:05 – 04:12 and 3 more gaps.` */
function blindWords(
  { gaps, gapCount, hasMore, hasMoreRows, notRecorded }: Subject,
  time: (at: number) => string,
): string {
  const [newest] = gaps;
  const more = gapCount > 1 ? ` and ${counted(gapCount - 1, 'more gap')}` : '';
  return [
    notRecorded === null ? '' : `There is no record of ${time(notRecorded.from)} – ${time(notRecorded.to)}.`,
    newest === undefined ? 'There is no gap.' : `We did not watch ${gapSpan(newest, time)}${more}.`,
    hasMore ? 'Only its newest events were read.' : '',
    hasMoreRows ? PARTLY_READ : '',
  ]
    .filter((words) => words !== '')
    .join(' ');
}

/** False while something is not known of the span. */
function isSeen({ gapCount, hasMore, notRecorded }: Subject): boolean {
  return gapCount === 0 && !hasMore && notRecorded === null;
}

function gapSpan({ from, to }: Gap, time: (at: number) => string): string {
  return to === null ? `since ${time(from)}` : `${time(from)} – ${time(to)}`;
}

function spanWords({ from, to }: Subject, time: (at: number) => string): string {
  if (from === null) return to === null ? '' : `until ${time(to)}`;
  return to === null ? `since ${time(from)}` : `from ${time(from)} to ${time(to)}`;
}

function sinceWords({ storedSince }: Subject, time: (at: number) => string): string {
  return storedSince === null ? 'no event is stored.' : `events are stored since ${time(storedSince)}.`;
}

/** Example: `ICCID 8946… has IMSI 2400700 (12:03) and IMSI 2400799 (11:58). The newest counts.` */
export function contradictionWords(
  { of, ofKind, kind, values }: IdContradiction,
  time: (at: number) => string,
): string {
  const seen = values.map(({ value, at }) => `${subjectIdNames[kind]} ${visibleText(value)} (${time(at)})`);
  return `${subjectIdNames[ofKind]} ${visibleText(of)} was seen with ${seen.join(' and ')}. The newest counts.`;
}
