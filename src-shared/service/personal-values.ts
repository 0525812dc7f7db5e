/**
 * What a received text names of people and companies, so that it can be masked wherever it stands, in the text of an
 * error too. Every depth and spelling is looked at: to mask too much is better than to miss one. Never throws.
 * Source: `service-spec.md` "Connectivity request detailedMessage (CMP_EVENT)", then what others commonly write.
 */
import { isJsonObject } from './json-fields.ts';
import { MAY_BE_JSON, NumericIdentifier, parseJsonText } from './json-text.ts';

export interface PersonalValues {
  /** Distinct, without white space around them; numbers with all their digits. */
  readonly imsi: readonly string[];
  readonly msisdn: readonly string[];
  readonly iccid: readonly string[];
  readonly eid: readonly string[];
  /** Names and ids of companies. */
  readonly company: readonly string[];
  /** Names, ids and addresses of users. */
  readonly user: readonly string[];
  /** `false`: the text, or a text in it, is half of a JSON or has a name twice, so that nobody knows what it names. */
  readonly isReadable: boolean;
}

type Field = Exclude<keyof PersonalValues, 'isReadable'>;

/** By the name of a property, or by the `type` beside a `value`: without case and signs between its words. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
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
  ].map((name): [string, Field] => [name, 'company']),
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
  ].map((name): [string, Field] => [name, 'user']),
]);
/** A message in a string, and a list in a string of that. */
const MAX_UNWRAP_DEPTH = 3;
/** A string that says so much of itself is JSON, or was; also in further strings. */
const JSON_TEXT = /^[\s"\\]*(?:\{\s*\\*"|\[\s*\\*["[{])/;

/** Where a text stands that may be JSON. @param field what a value is that stands in this place */
interface Place {
  readonly text: string;
  readonly field: Field | null;
  readonly unwrap: number;
}

interface Found {
  readonly values: Readonly<Record<Field, Set<string>>>;
  /** To be looked into yet. */
  readonly texts: Place[];
  /** There is a part of the text of which nobody knows what it names. */
  isReadable: boolean;
}

export function personalValuesOf(raw: string): PersonalValues {
  const steps = personalValueSteps(raw);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `personalValuesOf`. A text of megabytes takes long: between two steps somebody else may have a turn. */
export function* personalValueSteps(raw: string): Generator<void, PersonalValues, undefined> {
  const values = {
    imsi: new Set<string>(),
    msisdn: new Set<string>(),
    iccid: new Set<string>(),
    eid: new Set<string>(),
    company: new Set<string>(),
    user: new Set<string>(),
  };
  const texts: Place[] = [];
  const found: Found = { values, texts, isReadable: true };
  if (!(yield* collectFromText({ text: raw, field: null, unwrap: MAX_UNWRAP_DEPTH }, found))) found.isReadable = false;
  // Looking into one may find more of them.
  for (const place of texts) if (!(yield* collectFromText(place, found))) take(place.text, place.field, found);
  return {
    imsi: [...values.imsi],
    msisdn: [...values.msisdn],
    iccid: [...values.iccid],
    eid: [...values.eid],
    company: [...values.company],
    user: [...values.user],
    isReadable: found.isReadable,
  };
}

/** @returns whether the text is JSON */
function* collectFromText({ text, field, unwrap }: Place, found: Found): Generator<void, boolean, undefined> {
  // Where each number is what a double says it is, nobody has to look at how it was written: that takes five times as long.
  const digits = UNUSUAL_NUMBER.test(text) ? 'keep-all' : 'lose';
  const json = parseJsonText(text, digits);
  yield;
  if (json.kind !== 'value') return false;
  if (json.contradictions.length > 0) {
    // A name has several values: the first two are read, and there may be more.
    found.isReadable = false;
    const other = parseJsonText(text, digits, 1);
    if (other.kind === 'value') collectValues(other.value, field, unwrap, found);
    yield;
  }
  collectValues(json.value, field, unwrap, found);
  yield;
  return true;
}

/** More digits than a double keeps, a fraction or an exponent; in a string, too: then time is lost, and nothing else. */
const UNUSUAL_NUMBER = /[:,[\s]-?(?:\d{16}|\d+[.eE])/;

/** As deep as `parseJsonText` lets it be. @param field what a value is that stands in this place */
function collectValues(value: unknown, field: Field | null, unwrap: number, found: Found): void {
  if (typeof value === 'string') {
    if (unwrap > 0 && MAY_BE_JSON.test(value)) found.texts.push({ text: value, field, unwrap: unwrap - 1 });
    else take(value, field, found);
  } else if (typeof value === 'number' || value instanceof NumericIdentifier) {
    if (field !== null) add(found.values[field], field, typeof value === 'number' ? String(value) : value.digits);
  } else if (Array.isArray(value)) {
    for (const member of value as unknown[]) collectValues(member, field, unwrap, found);
  } else if (isJsonObject(value)) {
    const typed = personalFieldOf(value['type']);
    for (const [name, member] of Object.entries(value))
      collectValues(
        member,
        (typed !== null && name === 'value' ? typed : personalFieldOf(name)) ?? inObject(field, name),
        unwrap,
        found,
      );
  }
}

function take(text: string, field: Field | null, found: Found): void {
  if (JSON_TEXT.test(text)) found.isReadable = false;
  if (field !== null) add(found.values[field], field, text.trim());
}

function add(values: Set<string>, field: Field, value: string): void {
  if (value === '') return;
  values.add(value);
  if (field === 'company' || field === 'user') return;
  // The same number is told without the sign of its country's code as well.
  const digits = /^(?:\+|00)([1-9]\d{3,})$/.exec(value.replaceAll(/[\s().-]/g, ''))?.[1];
  if (digits !== undefined) values.add(digits);
}

/** `company: { name, id }` names the company; what else stands there does not. */
function inObject(field: Field | null, name: string): Field | null {
  return field !== null && /^(name|id|value|displayname|login|email)$/i.test(name) ? field : null;
}

/** Ten thousand resources have the same few names. */
const named = new Map<string, Field | null>();
const MAX_CACHED_NAMES = 1_000;

/** What the value of a property of this name is, if it names people or companies. */
export function personalFieldOf(name: unknown): Field | null {
  if (typeof name !== 'string' || name.length > 64) return null;
  const known = named.get(name);
  if (known !== undefined) return known;
  const words = name.split('.');
  const field = FIELDS.get((words.at(-1) ?? '').replaceAll(/[^A-Za-z]/g, '').toLowerCase()) ?? null;
  if (named.size >= MAX_CACHED_NAMES) named.clear();
  named.set(name, field);
  return field;
}
