/** What a search came to, for standard error: counts, the age of the next page, and whatever makes the list less than sure. */
import type { WalkStep, WalkTally } from '../../core/subscriptions/walk-search.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { terminalLines, terminalText } from './terminal-text.ts';

/** `12,480 in all · 100 printed · next page available for 1:34` */
export function searchEndWords({ totalHits, rows }: WalkTally, nextGoodForMs: number | null): string {
  const all = totalHits === null ? 'not counted by the service' : `${numberText(totalHits)} in all`;
  return [all, `${numberText(rows)} printed`, nextWords(nextGoodForMs)].join(' · ');
}

function nextWords(goodForMs: number | null): string {
  if (goodForMs === null) return 'no next page';
  const seconds = Math.floor(goodForMs / 1_000);
  if (seconds <= 0) return 'the token of the next page has lapsed';
  return `next page available for ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Sentences; none where nothing is to be said. `isWhole`: the list came to its end. */
export function doubtWords(
  { rows, totalHits, passes, doubled, notSeenAgain, withoutId }: WalkTally,
  isWhole: boolean,
): string[] {
  return [
    passes > 1 &&
      `The token of the next page lapsed, so the query was asked anew (${passes - 1} ×): the list may have shifted. What had been printed was not printed again.`,
    passes > 1 &&
      withoutId > 0 &&
      `${rowsText(withoutId)} without an id, which cannot be known again: what the first pass brought may stand there twice.`,
    doubled > 0 &&
      `${rowsText(doubled)} came again and ${doubled === 1 ? 'was' : 'were'} printed once: the list shifted while it was read.`,
    isWhole &&
      passes > 1 &&
      notSeenAgain > 0 &&
      `${rowsText(notSeenAgain)} of those printed did not come again when the query was asked anew.`,
    isWhole &&
      totalHits !== null &&
      totalHits !== rows &&
      `The service counted ${numberText(totalHits)} and gave ${numberText(rows)}.`,
  ].filter((sentence) => sentence !== false);
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${numberText(count)} rows`;
}

export function waitWords({ ms, error }: Extract<WalkStep, { kind: 'waits' }>): string {
  const { facts } = error.data;
  const status = 'status' in facts && facts.status !== undefined ? ` (HTTP ${facts.status})` : '';
  return `Waiting ${Math.ceil(ms / 1_000)} s before the next try${status}.`;
}

/** Characters of an answer that anybody reads in a terminal. */
const MOST_ANSWER = 4_000;

/** The service's own words, whole where they are short; of a page of HTML its text. */
export function answerLines(answer: string): string {
  const beginning = answer.slice(0, MOST_ANSWER * 4);
  const isPage = /^\s*(?:<!doctype|<html)/i.test(beginning);
  const text = isPage
    ? beginning
        .replaceAll(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, ' ')
        .replaceAll(/<[^>]*(?:>|$)/g, ' ')
        .replaceAll(/\s+/g, ' ')
    : beginning;
  const shown = text.trim().slice(0, MOST_ANSWER).toWellFormed();
  const more = answer.length > MOST_ANSWER * 4 || text.trim().length > MOST_ANSWER ? '…' : '';
  if (shown === '') return '  (an empty answer)';
  return terminalLines(shown.replaceAll('\r\n', '\n') + more)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

export function stoppedWords(tally: WalkTally | null): string {
  return terminalText(`Stopped: ${rowsText(tally?.rows ?? 0)} printed.`);
}
