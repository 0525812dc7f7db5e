/**
 * Finds the values to mask everywhere, at every depth and spelling: too much is better than missing one. Never throws.
 * Source: `docs/service.md` §6.1, §6.2, then common names elsewhere.
 */
import { BoundedCache } from '../lib/bounded-cache.ts';
import { recordOf } from '../lib/record-of.ts';
import { isJsonObject } from './json-fields.ts';
import { MAY_BE_JSON, NumericIdentifier, parseJsonText } from './json-text.ts';

export const PERSONAL_FIELDS = ['imsi', 'msisdn', 'iccid', 'eid', 'company', 'user'] as const;
export type PersonalField = (typeof PERSONAL_FIELDS)[number];

/** Distinct, trimmed; numbers with all their digits. */
export type PersonalValues = Readonly<Record<PersonalField, readonly string[]>> & {
  /** False for incomplete JSON or a repeated name, also in a text inside it: the values are not known. */
  readonly isReadable: boolean;
  /** The text and those inside it that are JSON. */
  readonly parsed: ReadonlySet<string>;
};

/** By the name of a property, or by the `type` next to a `value`; without case and without signs between words. */
const FIELDS: ReadonlyMap<string, PersonalField> = new Map<string, PersonalField>([
  ['imsi', 'imsi'],
  ['msisdn', 'msisdn'],
  ['iccid', 'iccid'],
  ['eid', 'eid'],
  ...[
    'companyname',
    'companyid',
    'company',
    'customername',
    'customerid',
    'customer',
    'organization',
    'organisation',
  ].map((name): [string, PersonalField] => [name, 'company']),
  ...[
    'createdby',
    'updatedby',
    'lastupdatedby',
    'modifiedby',
    'requestedby',
    'user',
    'username',
    'userid',
    'email',
  ].map((name): [string, PersonalField] => [name, 'user']),
]);
/** Depth of JSON in strings that is parsed: a message in a string, and a list in a string of that. */
const MAX_UNWRAP_DEPTH = 3;
/** Matches a string that looks like JSON or part of it, also if it is escaped several times. */
const JSON_TEXT = /^[\s"\\]*(?:\{\s*\\*"|\[\s*\\*["[{])/;

interface TextToSearch {
  readonly text: string;
  readonly field: PersonalField | null;
  readonly unwrap: number;
}

interface Found {
  readonly values: Readonly<Record<PersonalField, Set<string>>>;
  readonly texts: TextToSearch[];
  readonly parsed: Set<string>;
  isReadable: boolean;
}

export function personalValuesOf(raw: string): PersonalValues {
  const steps = personalValueSteps(raw);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** In steps, so that other work can run between them: a text of megabytes takes long. */
export function* personalValueSteps(raw: string): Generator<void, PersonalValues, undefined> {
  const values = recordOf(PERSONAL_FIELDS, () => new Set<string>());
  const texts: TextToSearch[] = [];
  const found: Found = { values, texts, parsed: new Set(), isReadable: true };
  if (!(yield* collectFromText({ text: raw, field: null, unwrap: MAX_UNWRAP_DEPTH }, found))) found.isReadable = false;
  // The loop also visits texts that it adds.
  for (const text of texts) if (!(yield* collectFromText(text, found))) take(text.text, text.field, found);
  const { isReadable, parsed } = found;
  return { ...recordOf(PERSONAL_FIELDS, (field) => [...values[field]]), isReadable, parsed };
}

function* collectFromText({ text, field, unwrap }: TextToSearch, found: Found): Generator<void, boolean, undefined> {
  // If a double holds every number exactly, the original digits are not needed; keeping them takes five times as long.
  const digits = UNUSUAL_NUMBER.test(text) ? 'keep-all' : 'lose';
  const json = parseJsonText(text, digits);
  yield;
  if (json.kind !== 'value') return false;
  found.parsed.add(text);
  if (json.contradictions.length > 0) {
    // A name has several values: this reads the first two, and there may be more.
    found.isReadable = false;
    const other = parseJsonText(text, digits, 1);
    if (other.kind === 'value') collectValues(other.value, field, unwrap, found);
    yield;
  }
  collectValues(json.value, field, unwrap, found);
  yield;
  return true;
}

/**
 * Matches a value with more digits than a double keeps, a fraction, an exponent or a sign. A time such as `08:00:00.123`
 * does not match. A match inside a string costs only time.
 */
const UNUSUAL_NUMBER = /(?:(?<=["\s]):|[,[])\s*(?:-|\d{16}|\d+[.eE])/;

function collectValues(value: unknown, field: PersonalField | null, unwrap: number, found: Found): void {
  if (typeof value === 'string') {
    if (unwrap > 0 && MAY_BE_JSON.test(value)) found.texts.push({ text: value, field, unwrap: unwrap - 1 });
    else take(value, field, found);
  } else if (typeof value === 'number' || value instanceof NumericIdentifier) {
    if (field !== null)
      addPersonalValue(found.values[field], field, typeof value === 'number' ? String(value) : value.digits);
  } else if (Array.isArray(value)) {
    for (const member of value as unknown[]) collectValues(member, field, unwrap, found);
  } else if (isJsonObject(value)) {
    const typed = personalFieldOf(value['type']);
    for (const name in value) collectValues(value[name], fieldOfMember(field, name, typed), unwrap, found);
  }
}

function take(text: string, field: PersonalField | null, found: Found): void {
  if (JSON_TEXT.test(text)) found.isReadable = false;
  if (field !== null) addPersonalValue(found.values[field], field, text.trim());
}

export function addPersonalValue(values: Set<string>, field: PersonalField, value: string): void {
  if (value === '') return;
  values.add(value);
  // Most numbers begin with another digit, and need no pattern.
  if (field === 'company' || field === 'user' || /^[1-9]/.test(value)) return;
  // Texts may also contain the number without the plus of its country code.
  const digits = /^(?:\+|00)([1-9]\d{3,})$/.exec(value.replaceAll(/[\s().-]/g, ''))?.[1];
  if (digits !== undefined) values.add(digits);
}

/** @param field of the object. @param typed of its `type` */
export function fieldOfMember(field: PersonalField | null, name: string, typed: PersonalField | null) {
  return (typed !== null && name === 'value' ? typed : personalFieldOf(name)) ?? inObject(field, name);
}

/** `company: { name, id }` names the company; other properties of the object do not. */
function inObject(field: PersonalField | null, name: string): PersonalField | null {
  return field !== null && /^(name|id|value|displayname|login|email)$/i.test(name) ? field : null;
}

/** Cache, because ten thousand resources have the same few names. */
const named = new BoundedCache<PersonalField | null>();

export function personalFieldOf(name: unknown): PersonalField | null {
  if (typeof name !== 'string' || name.length > 64) return null;
  return named.get(name, (own) => {
    const words = own.split('.');
    return FIELDS.get((words.at(-1) ?? '').replaceAll(/[^A-Za-z]/g, '').toLowerCase()) ?? null;
  });
}
