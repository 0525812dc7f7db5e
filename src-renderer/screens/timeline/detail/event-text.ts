/** An event as plain text, for a ticket or a chat: what it means, what the provider says, its facts; no raw text. */
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import type { ProviderSentence } from '../../../../src-shared/service/provider-sentences.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { fullTimeText } from '../../../time/time-text.ts';
import { markWords } from '../../../words/event-words.ts';
import { summarize } from '../../../words/summarize.ts';
import { eventFacts, explainedCodes } from './event-facts.ts';

/** As many as anybody reads in a ticket. */
const SENTENCES_COPIED = 10;

/** Times in UTC, whatever the page shows: the text is read elsewhere. Hidden characters are escapes. */
export function eventText(event: EventSummary, sentences: readonly ProviderSentence[]): string {
  const facts = eventFacts(event).map(({ name, value, remark }) => {
    const words = remark === undefined || remark === null ? '' : ` (${remark})`;
    return `${name}: ${value}${words}`;
  });
  const lines = [
    summarize(event),
    ...explainedCodes(event).map(({ meaning }) => meaning),
    ...sentences.slice(0, SENTENCES_COPIED).map((said) => `Provider says: ${providerWords(said)}`),
    '',
    `Received: ${fullTimeText(event.receivedAt, 'utc')}`,
    `Provider time: ${event.createdDateTime ?? 'not given'}`,
    ...facts,
    ...event.marks.map((mark) => `Odd: ${markWords(mark)}`),
  ];
  return lines.map((line) => visibleText(line)).join('\n');
}

/** `“Allocation timed out” · CMP_ERROR 3107` */
function providerWords({ sentence, type, code, count }: ProviderSentence): string {
  const parts = [
    sentence === null ? null : `“${sentence}”`,
    [type, code].filter((part) => part !== null).join(' ') || null,
    count > 1 ? `${count} times` : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
