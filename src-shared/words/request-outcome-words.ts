/** No sentence claims more than the event reports (REQ-2). Only contradictions contain text from outside. */
import type { Outcome } from '../domain/event/outcomes.ts';
import { assertNever } from '../lib/assert-never.ts';
import { changeName, withResult } from './case-words.ts';
import { counted, numberText } from './store-words.ts';

export interface RequestCounts {
  readonly size: number | null;
  readonly completed: number | null;
  readonly failed: number | null;
  readonly consistent: boolean;
}
interface ChangeResult {
  readonly operation: string | null;
  readonly outcome: Outcome;
}

const STATE = 'CHANGE_SUBSCRIPTIONSTATE';
const PACKAGE = 'CHANGE_SUBSCRIPTIONPACKAGE';

const UNKNOWN_COUNTS: RequestCounts = { size: null, completed: null, failed: null, consistent: false };

export function requestCounts({ request }: { readonly request: RequestCounts | null }): RequestCounts {
  return request ?? UNKNOWN_COUNTS;
}

export function unsettledCount({ size, completed, failed }: Omit<RequestCounts, 'consistent'>): number | null {
  return size === null || completed === null ? null : Math.max(0, size - completed - (failed ?? 0));
}

export function requestTitle({ operation, outcome }: ChangeResult, counts: RequestCounts): string {
  const change = changeName(operation);
  const { size, completed, failed, consistent } = counts;
  const rest = unsettledCount(counts) ?? 0;
  switch (outcome) {
    case 'succeeded':
      return size === null ? `${change} done` : `${change} done, ${counted(size, 'resource')}`;
    case 'failed':
      if (size === null) return `${change} failed`;
      return size > 1 && failed !== null && failed >= size
        ? `${change}: all ${counted(size, 'resource')} failed`
        : `${change} failed, ${counted(size, 'resource')}`;
    case 'partial':
      if (failed === null || failed === 0 || size === null) return `${change}: some resources failed`;
      return rest > 0 && !consistent
        ? `${change}: ${numberText(failed)} failed, ${numberText(rest)} not accounted for`
        : `${change}: ${numberText(failed)} of ${counted(size, 'resource')} failed`;
    case 'in-progress':
      return size === null ? `${change} in progress` : `${change} in progress, ${counted(size, 'resource')}`;
    case 'unknown':
      return operation !== null && completed !== null && size !== null && rest > 0 && !consistent
        ? `${change}: ${numberText(rest)} of ${counted(size, 'resource')} not accounted for`
        : withResult(change, outcome);
    default:
      return assertNever(outcome);
  }
}

export function failedText({ size, failed }: Pick<RequestCounts, 'size' | 'failed'>): string | null {
  if (failed === null) return null;
  return size === null ? numberText(failed) : `${numberText(failed)} of ${numberText(size)}`;
}

export interface OtherCounts {
  readonly canceled: number | null;
  readonly pending: number | null;
  readonly inProgress: number | null;
  readonly unaccounted: number | null;
}

export function requestStateSentences(
  { operation, outcome }: ChangeResult,
  counts: RequestCounts,
  others: OtherCounts,
): string {
  const { size, completed, failed } = counts;
  const words = wordsOf(operation);
  if (outcome === 'succeeded')
    return size === null ? `It is done.` : size === 1 ? words.done(1) : `All ${words.done(size)}`;
  const sentences: string[] = [];
  if (outcome === 'unknown') sentences.push('Its result is unknown.');
  if (outcome === 'in-progress') sentences.push('It is not finished.');
  if (outcome === 'failed' && size !== null && failed !== null && failed >= size)
    sentences.push(words.none, size === 1 ? words.kept(1) : `All ${words.kept(size)}`);
  else {
    if (outcome === 'failed' && (failed ?? 0) === 0)
      sentences.push('It failed. The event does not say how many resources did.');
    if (outcome === 'partial' && (failed ?? 0) === 0)
      sentences.push('Part of it failed. The event does not say how much.');
    if (outcome === 'unknown') {
      if ((completed ?? 0) > 0) sentences.push(`${are(completed ?? 0)} reported as completed.`);
    } else if ((completed ?? 0) > 0) sentences.push(words.done(completed ?? 0));
    if ((failed ?? 0) > 0) sentences.push(words.kept(failed ?? 0));
  }
  const { canceled, pending, inProgress, unaccounted } = others;
  if ((canceled ?? 0) > 0) sentences.push(`${were(canceled ?? 0)} canceled.`);
  const waiting = (pending ?? 0) + (inProgress ?? 0);
  if (waiting > 0) sentences.push(`${are(waiting)} not done yet.`);
  if ((unaccounted ?? 0) > 0) sentences.push(`${are(unaccounted ?? 0)} not accounted for.`);
  return sentences.join(' ');
}

function wordsOf(operation: string | null) {
  if (operation === PACKAGE)
    return {
      none: 'None was moved.',
      done: (count: number) => `${were(count)} moved.`,
      kept: (count: number) =>
        count === 1 ? '1 stays in the package it was in.' : `${numberText(count)} stay in the package they were in.`,
    };
  if (operation === STATE)
    return {
      none: 'None was changed.',
      done: (count: number) => `${count === 1 ? '1 has' : `${numberText(count)} have`} the new state.`,
      kept: (count: number) =>
        count === 1 ? '1 keeps the state it had.' : `${numberText(count)} keep the state they had.`,
    };
  return {
    none: 'None was completed.',
    done: (count: number) => `${were(count)} completed.`,
    kept: (count: number) => `${numberText(count)} failed.`,
  };
}

function were(count: number): string {
  return count === 1 ? '1 was' : `${numberText(count)} were`;
}
function are(count: number): string {
  return count === 1 ? '1 is' : `${numberText(count)} are`;
}

export function envelopeRemark(state: string, outcome: Outcome): string {
  if (state === 'FAILED')
    return outcome === 'partial' ? '; some were completed all the same.' : ', and Watchfloor accepts that.';
  if (state !== 'COMPLETED') return '; that does not show the result.';
  return COMPLETED_REMARKS[outcome];
}

const COMPLETED_REMARKS: Readonly<Record<Outcome, string>> = {
  succeeded: ', and the resources say the same.',
  failed: '; the resources say otherwise, and Watchfloor uses those.',
  partial: '; the resources say otherwise, and Watchfloor uses those.',
  'in-progress': '; the counters say that some are not done yet, and Watchfloor uses those.',
  unknown: '; that alone does not say that it worked.',
};

export interface RequestConsistency {
  readonly size: number | null;
  readonly listed: number;
  readonly unaccounted: number | null;
  readonly consistent: boolean;
  readonly hasCounters: boolean;
  readonly contradictions: readonly string[];
}

export function consistencyLines({
  size,
  listed,
  unaccounted,
  consistent,
  hasCounters,
  contradictions,
}: RequestConsistency): string[] {
  if (consistent && size !== null)
    return [
      `The counters add up to size ${numberText(size)}, and ${size === listed ? counted(listed, 'resource') : numberText(listed)} ${listed === 1 ? 'is' : 'are'} listed.`,
    ];
  const lines = contradictions.map((words) => `It contradicts itself: ${words}.`);
  if (size === null) lines.push('It does not say how many resources it has.');
  if (!hasCounters) lines.push('It has no counters.');
  if (listed === 0) lines.push('It lists no resources.');
  else if (size !== null && listed !== size)
    lines.push(
      `${counted(listed, 'resource')} ${listed === 1 ? 'is' : 'are'} listed, its size is ${numberText(size)}.`,
    );
  if ((unaccounted ?? 0) > 0) lines.push(`It says nothing about ${counted(unaccounted ?? 0, 'resource')}.`);
  return lines.length > 0 ? lines : ['The counters and the list disagree.'];
}
