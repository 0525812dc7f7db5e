/** Reads what a receiver responded. A success may deliver nothing: a proxy's page, a failure text of a chat. Pure. */
import { clockDifference } from '../../../src-shared/domain/outlets/clock-offset.ts';
import { outletKind, type OutletKind } from '../../../src-shared/domain/outlets/outlet-kinds.ts';
import { asRecord } from '../../../src-shared/lib/as-record.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import { visibleText } from '../../../src-shared/lib/visible-text.ts';
import { clockOffsetWords } from '../../../src-shared/words/outlets/outlet-words.ts';
import type { OutletResponse } from '../ports/outlets.ts';
import type { Receiver } from './outlet-state.ts';

type Answer = Extract<OutletResponse, { readonly kind: 'answered' }>;

/** `undelivered`: the status is a success, but the body says that nothing was delivered. */
export type ReceiverResponse =
  | OutletResponse
  | ({
      readonly kind: 'undelivered';
      /** True if the receiver refuses the messages for what they are. */
      readonly isRefused?: true;
    } & Pick<Answer, 'status' | 'text' | 'mediaType' | 'retryAfterMs' | 'clockOffsetMs'>);

const MAX_WORDS_LENGTH = 200;
const PAGE_TYPES: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml']);

/** A ping is not refused for a page, because its receivers also answer with pages of their own. */
export function receiverResponse(kind: OutletKind, response: OutletResponse): ReceiverResponse {
  if (!isDelivered(response)) return response;
  if (kind === 'otlp' && isPartlyRejected(response.text)) return { ...response, kind: 'undelivered', isRefused: true };
  const isPing = outletKind(kind).sends === 'pings';
  const isNothing = (!isPing && isPage(response)) || isFailureText(isPing, response.text);
  return isNothing ? { ...response, kind: 'undelivered' } : response;
}

export function isDelivered(response: ReceiverResponse): response is Answer {
  return response.kind === 'answered' && response.status >= 200 && response.status < 300;
}

/** A body of this type without any markup is a short answer: Slack says "ok" as text/html. */
function isPage({ mediaType, text }: Pick<Answer, 'mediaType' | 'text'>): boolean {
  return PAGE_TYPES.has(mediaType?.toLowerCase() ?? null)
    ? /<[a-z!]/i.test(text)
    : /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** "Accepted", "a page (text/html): Sign in"; empty if the response has no text. */
export function receiverWords(response: ReceiverResponse): string {
  if (response.kind === 'failed') return '';
  if (!isPage(response)) return clipped(response.text);
  const title = /<title[^>]*>([^<]*)/i.exec(response.text)?.[1]?.trim() ?? '';
  return clipped(`a page (${response.mediaType ?? 'HTML'})${title === '' ? '' : `: ${title}`}`);
}

function clipped(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ').trim()).slice(0, MAX_WORDS_LENGTH);
}

/** Returns the same object if the receiver says the same as before. */
export function receiverAfter(before: Receiver, response: ReceiverResponse): Receiver {
  if (response.kind === 'failed') return before;
  const words = receiverWords(response) || null;
  const clockOffsetMs = clockOffsetAfter(before.clockOffsetMs, response.clockOffsetMs);
  const isSame = words === before.words && clockOffsetMs === before.clockOffsetMs;
  return isSame ? before : { ...before, words, clockOffsetMs };
}

/** The header `Date` counts seconds, so a difference that changes by less than two is the same. */
function clockOffsetAfter(before: number | null, offsetMs: number | null): number | null {
  const now = clockDifference(offsetMs);
  return now !== null && before !== null && Math.abs(now - before) < 2_000 ? before : now;
}

/** Describes the response for people: "HTTP 503: no such room". */
export function responseText(response: ReceiverResponse): string {
  if (response.kind === 'failed') return response.detail;
  const { status, clockOffsetMs } = response;
  const head = `HTTP ${status}${response.kind === 'undelivered' ? ', not delivered' : ''}`;
  if (status >= 300 && status < 400) return `${head}: the address redirects. Enter the new address.`;
  const words = receiverWords(response);
  const clock = status >= 400 && status < 500 && isAboutTime(words) ? clockOffsetWords(clockOffsetMs) : null;
  return [`${head}${words === '' ? '' : `: ${words}`}`, ...(clock === null ? [] : [clock])].join(' – ');
}

function isAboutTime(words: string): boolean {
  return /time|clock|skew|date\b|expired|too (?:old|new)|in the (?:past|future)/i.test(words);
}

/** OTLP answers 200 also if it takes only some of the records, or none. */
function isPartlyRejected(text: string): boolean {
  const { rejectedLogRecords } = asRecord(asRecord(parseJsonOrNull(text))['partialSuccess']);
  return Number(rejectedLogRecords ?? 0) > 0;
}

function isFailureText(isPing: boolean, text: string): boolean {
  const body = parseJsonOrNull(text);
  if (typeof body === 'object' && body !== null) return isFailureBody(body);
  const words = text.trim();
  return CHAT_FAILURE.test(words) || (isPing && words.length <= MAX_WORDS_LENGTH && PING_FAILURE.test(words));
}

/** Microsoft Teams: "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429". */
const CHAT_FAILURE = /\bdelivery failed\b|\bnot delivered\b|\breturned HTTP error [45]\d\d\b/i;
/** Healthchecks: "OK (not found)", "OK (rate limited)". A ping repeats no text of an event. */
const PING_FAILURE =
  /\bnot found\b|\bno such\b|\bunknown\b|\bdoes not exist\b|\brate.?limit|\binvalid\b|\bexpired\b|\bunauthori[sz]ed\b|\bdisabled\b|\berror\b|\bfail(?:ed|ure)?\b/i;

/**
 * `ok`: Slack, Telegram. `success`: Rocket.Chat. `result`: Zulip. `status`: PagerDuty, Prometheus.
 * `errcode`: DingTalk, WeCom. `code` with `msg`: Feishu; others use 200 there for a success.
 */
function isFailureBody(body: object): boolean {
  const { ok, success, result, status, errcode, code, msg } = asRecord(body);
  return (
    ok === false ||
    success === false ||
    isFailureWord(result) ||
    isFailureWord(status) ||
    (typeof errcode === 'number' && errcode !== 0) ||
    (typeof code === 'number' && code >= 300 && typeof msg === 'string')
  );
}

function isFailureWord(value: unknown): boolean {
  return typeof value === 'string' && /^(?:error|fail|failed|failure)$/i.test(value);
}
