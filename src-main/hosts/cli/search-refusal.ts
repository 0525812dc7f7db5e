/** A search that the service refuses: what it is, then the service's own words, readable and safe to show. */
import { failureOf } from './failure.ts';
import { terminalLines, terminalText } from './terminal-text.ts';

/** Sets the exit code. */
export function tellRefusal(error: Error, answer: string): void {
  const failure = failureOf(error);
  if (failure === null) throw error;
  process.exitCode = failure.exitCode;
  if (failure.words !== null) console.error(failure.words);
  // Short ones stand in the sentence already.
  if (failure.words?.includes(terminalText(answer.trim())) !== true) console.error(answerLines(answer));
}

/** Characters of an answer that anybody reads in a terminal. */
const MOST_ANSWER = 4_000;

/** The service's own words, whole where they are short; of a page of HTML its text. */
function answerLines(answer: string): string {
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
