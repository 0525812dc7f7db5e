/** Answers in one sentence what became of the requests of a company or user. */
import type { NameAnswer } from '../../api/ids/found-ids.ts';
import { counted, eventsText, numberText } from '../store-words.ts';

/** @param time formats a time */
export function nameAnswerWords(answer: NameAnswer, time: (at: number) => string): string {
  const { field, events, requests, failed, partial, open, lastAt } = answer;
  if (requests === 0) return `${field} of ${eventsText(events)}, none of a stored request`;
  const ended = [
    failed > 0 ? `${numberText(failed)} failed` : '',
    partial > 0 ? `${numberText(partial)} partly failed` : '',
    `${open === 0 ? 'none' : numberText(open)} open`,
    lastAt === null ? '' : `last ${time(lastAt)}`,
  ];
  return [`${field} of ${counted(requests, 'request')}`, ...ended.filter((words) => words !== '')].join(', ');
}
