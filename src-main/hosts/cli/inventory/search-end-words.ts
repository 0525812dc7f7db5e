import type { WalkStep, WalkTally } from '../../../core/subscriptions/walk-search.ts';
import { numberText, rowsText } from '../../../../src-shared/words/store-words.ts';

/** For example `12,480 in all · 100 printed · next page available for 1:34`. */
export function searchEndWords({ totalHits, rows }: WalkTally, nextValidForMs: number | null): string {
  const all = totalHits === null ? 'not counted by the service' : `${numberText(totalHits)} in total`;
  return [all, `${numberText(rows)} printed`, nextWords(nextValidForMs)].join(' · ');
}

function nextWords(validForMs: number | null): string {
  if (validForMs === null) return 'no next page';
  const seconds = Math.floor(validForMs / 1_000);
  if (seconds <= 0) return 'the token of the next page has expired';
  return `next page available for ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns sentences; empty if there is no doubt. `isComplete`: the list was read to its end. */
export function doubtWords(
  { rows, totalHits, passes, doubled, notSeenAgain, withoutId }: WalkTally,
  isComplete: boolean,
  done: 'printed' | 'compared',
): string[] {
  return [
    passes > 1 &&
      `The token of the next page expired, so the search was restarted (${passes - 1} ×): the list may have shifted. Rows already ${done} were not ${done} again.`,
    passes > 1 &&
      withoutId > 0 &&
      `${rowsText(withoutId)} without an id, which cannot be recognized: rows of the first pass may appear twice.`,
    doubled > 0 &&
      `${rowsText(doubled)} came again and ${doubled === 1 ? 'was' : 'were'} ${done} once: the list shifted while it was read.`,
    isComplete &&
      passes > 1 &&
      notSeenAgain > 0 &&
      `${rowsText(notSeenAgain)} of those ${done} did not come again after the restart.`,
    isComplete &&
      totalHits !== null &&
      totalHits !== rows &&
      `The service counted ${numberText(totalHits)} but returned ${numberText(rows)}.`,
  ].filter((sentence) => sentence !== false);
}

export function retryWaitWords({ ms, error }: Extract<WalkStep, { kind: 'waits' }>): string {
  const { facts } = error.data;
  const status = 'status' in facts && facts.status !== undefined ? `HTTP ${facts.status}` : null;
  const why = status ?? ('code' in facts && facts.code !== undefined ? facts.code : null);
  return `Waiting ${Math.ceil(ms / 1_000)} s before the next try${why === null ? '' : ` (${why})`}.`;
}

export function givenUpWords({ why }: Extract<WalkStep, { kind: 'given-up' }>): string {
  return why === 'endless'
    ? 'Stopped: the service keeps returning rows, far more than it counted.'
    : 'Stopped: the token of the next page expired too often, because rows are read too slowly. Print them to a file.';
}

export function brokenOffWords({ rows, totalHits }: WalkTally): string {
  const all = totalHits === null ? '' : ` of ${numberText(totalHits)}`;
  return `${numberText(rows)}${all} printed before that: the list is not complete.`;
}

export function stoppedWords(tally: WalkTally | null): string {
  return `Stopped: ${rowsText(tally?.rows ?? 0)} printed.`;
}
