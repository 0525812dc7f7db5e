/**
 * The document promises `detailedError` with "content varies, is not standardized", so every shape is read. Never
 * throws; no decision depends on the result. Source: `docs/service.md` §5.1, §6.4.
 */
import { isJsonObject } from './json-fields.ts';
import { MAY_BE_JSON, unwrapJsonText } from './json-text.ts';

export interface ProviderSentence {
  readonly sentence: string | null;
  readonly code: string | null;
  readonly type: string | null;
  readonly count: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Entry = Omit<ProviderSentence, 'count'>;

/** Documented names, then names that others commonly use. */
const SENTENCE_NAMES = ['errorMessage', 'message', 'errorDescription', 'description', 'detail', 'reason', 'text'];
const CODE_NAMES = ['errorCode', 'code'];
const TYPE_NAMES = ['errorType', 'type'];
const INNER_NAMES = ['errorObject', 'error', 'cause'];
/** A malicious event could have thousands; the received text keeps the rest. */
const MAX_ENTRIES = 1_000;
const MAX_SENTENCE_LENGTH = 1_000;
const MAX_CODE_LENGTH = 120;
/** A text without any of these has no messages and need not be parsed. */
const ERROR_HINT = /error|failureinfo/i;

/** Distinct, in order of appearance. Takes as long as `JSON.parse`. */
export function providerSentences(raw: string): ProviderSentence[] {
  if (!ERROR_HINT.test(raw)) return [];
  const envelope = objectOf(raw);
  if (envelope === null) return [];
  const message = objectOf(envelope['detailedMessage']) ?? {};
  const found = new Map<string, Entry & { count: number }>();
  let entries = 0;
  for (const value of errorEntriesOf(message, envelope)) {
    const entry = entryOf(value);
    if (entry === null) continue;
    entries += 1;
    if (entries > MAX_ENTRIES) break;
    const key = JSON.stringify([entry.sentence, entry.code, entry.type]);
    const existing = found.get(key);
    if (existing === undefined) found.set(key, { ...entry, count: 1 });
    else existing.count += 1;
  }
  return [...found.values()];
}

function* errorEntriesOf(message: Fields, envelope: Fields): Generator {
  yield* listOf(message['detailedError'] ?? envelope['detailedError']);
  // Flat form: the message is its own only entry. A code alone is no entry, because the app's own words explain it.
  if (firstText(message, ['errorMessage']) !== null) yield { ...message, detailedError: null };
  yield* listOf(message['subscriptionRequestFailureInfos']);
  for (const resource of listOf(message['subscriptionRequestResources']))
    if (isJsonObject(resource)) yield* listOf(resource['resourceFailureInfos']);
}

function listOf(raw: unknown): readonly unknown[] {
  const value = unwrapped(raw);
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function entryOf(raw: unknown): Entry | null {
  const value = unwrapped(raw);
  if (typeof value === 'string')
    return value.trim() === '' ? null : bounded({ sentence: value, code: null, type: null });
  if (!isJsonObject(value)) return null;
  const inner = INNER_NAMES.map((name) => value[name]).find(isJsonObject) ?? {};
  const read = (names: readonly string[]) => firstText(value, names) ?? firstText(inner, names);
  const entry = { sentence: read(SENTENCE_NAMES), code: read(CODE_NAMES), type: read(TYPE_NAMES) };
  return entry.sentence === null && entry.code === null && entry.type === null ? null : bounded(entry);
}

function bounded({ sentence, code, type }: Entry): Entry {
  const cut = (text: string | null, maxLength: number) =>
    text !== null && text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return {
    sentence: cut(sentence, MAX_SENTENCE_LENGTH),
    code: cut(code, MAX_CODE_LENGTH),
    type: cut(type, MAX_CODE_LENGTH),
  };
}

function firstText(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) return String(value).trim();
  }
  return null;
}

function objectOf(raw: unknown): Fields | null {
  const value = unwrapped(raw);
  return isJsonObject(value) ? value : null;
}

function unwrapped(raw: unknown): unknown {
  if (typeof raw !== 'string' || !MAY_BE_JSON.test(raw)) return raw;
  const { json } = unwrapJsonText(raw, 'lose');
  return json.kind === 'value' && typeof json.value === 'object' ? json.value : raw;
}
