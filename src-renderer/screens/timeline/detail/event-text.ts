/** Makes plain text, Markdown and one line for a ticket. Times are UTC; hidden characters are escaped. */
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import type { ProviderSentence } from '../../../../src-shared/service/provider-sentences.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { fullTimeText } from '../../../time/time-text.ts';
import { markWords } from '../../../words/event-words.ts';
import { outcomeWords } from '../../../words/outcome-words.ts';
import { summarize } from '../../../../src-shared/words/events/summarize.ts';
import { eventFields, explainedCodes } from './event-fields.ts';

/** More sentences do not help in a ticket. */
const MAX_COPIED_SENTENCES = 10;

export function eventText(event: EventSummary, sentences: readonly ProviderSentence[]): string {
  const fieldLines = eventFields(event).map(({ name, value, remark }) => {
    const words = remark === undefined || remark === null ? '' : ` (${remark})`;
    return `${name}: ${value}${words}`;
  });
  const lines = [
    summarize(event),
    ...explainedCodes(event).map(({ meaning }) => meaning),
    ...sentences.slice(0, MAX_COPIED_SENTENCES).map((sentence) => `Provider says: ${providerWords(sentence)}`),
    '',
    `Received: ${fullTimeText(event.receivedAt, 'utc')}`,
    `Provider time: ${event.createdDateTime ?? 'not given'}`,
    ...fieldLines,
    ...event.marks.map((mark) => `Unusual: ${markWords(mark)}`),
  ];
  return lines.map((line) => visibleText(line)).join('\n');
}

function providerWords({ sentence, type, code, count }: ProviderSentence): string {
  const parts = [
    sentence === null ? null : `“${sentence}”`,
    [type, code].filter((part) => part !== null).join(' ') || null,
    count > 1 ? `${count} times` : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

export function eventMarkdown(event: EventSummary, sentences: readonly ProviderSentence[], link: string): string {
  const fieldLines = eventFields(event).map(({ name, value, remark }) => {
    const words = remark === undefined || remark === null ? '' : ` ${escapeMarkdown(remark)}`;
    return `| ${escapeMarkdown(name)} | ${codeSpan(value)}${words} |`;
  });
  const meanings = explainedCodes(event).map(({ meaning }) => escapeMarkdown(meaning));
  const quotes = sentences.slice(0, MAX_COPIED_SENTENCES).map((each) => `> ${escapeMarkdown(providerWords(each))}`);
  return [
    `**${escapeMarkdown(summarize(event))}** · ${fullTimeText(event.receivedAt, 'utc')}`,
    ...(meanings.length === 0 ? [] : ['', ...meanings]),
    ...(quotes.length === 0 ? [] : ['', ...quotes]),
    '',
    '| | |',
    '|---|---|',
    ...fieldLines,
    ...event.marks.map((mark) => `| Unusual | ${escapeMarkdown(markWords(mark))} |`),
    '',
    `<${link}>`,
  ].join('\n');
}

/** `2026-11-21 14:20:38 UTC | Failed | START_… | EID 8904… | …`; missing parts are omitted. */
export function ticketLine(event: EventSummary, link: string): string {
  const { outcome, errorCode, eid, requestId, iccid, countryCode, id, seq, receivedAt } = event;
  const subject =
    eid !== null
      ? `EID ${eid}`
      : requestId !== null
        ? `request ${requestId}`
        : iccid === null
          ? null
          : `ICCID ${iccid}`;
  return [
    fullTimeText(receivedAt, 'utc').replace(/\.\d+ /, ' '),
    outcome === null ? summarize(event) : `${outcomeWords[outcome]}: ${summarize(event)}`,
    errorCode,
    subject,
    countryCode,
    `event ${id ?? seq}`,
    link,
  ]
    .filter((part) => part !== null)
    .map((part) => visibleText(part).replaceAll('|', '/'))
    .join(' | ');
}

function escapeMarkdown(text: string): string {
  return visibleText(text).replaceAll(/[\\`*_~[\]<>#|!@]/g, String.raw`\$&`);
}

/** Returns the text unchanged as inline code, with a fence longer than any in the text. */
function codeSpan(text: string): string {
  const shown = visibleText(text).replaceAll('|', String.raw`\|`);
  const maxFenceLength = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(maxFenceLength + 1);
  const space = maxFenceLength === 0 ? '' : ' ';
  return `${fence}${space}${shown}${space}${fence}`;
}
