/**
 * What a received text names of people and companies, so that it can be masked wherever it stands, in the text of an
 * error too. Every depth and spelling is looked at: to mask too much is better than to miss one. Never throws.
 * Source: `service-spec.md` "Connectivity request detailedMessage (CMP_EVENT)", then what others commonly write.
 */
import { isJsonObject } from './json-fields.ts';
import { NumericIdentifier, parseJsonText } from './json-text.ts';

export interface PersonalValues {
  /** Distinct, without white space around them; numbers with all their digits. */
  readonly imsi: readonly string[];
  readonly msisdn: readonly string[];
  readonly iccid: readonly string[];
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
const MOST_UNWRAPPED = 3;
/** A string that says so much of itself is JSON, or was. */
const JSON_TEXT = /^\s*(?:\{\s*"|\[\s*["[{])/;

interface Found {
  readonly values: Readonly<Record<Field, Set<string>>>;
  /** There is a part of the text of which nobody knows what it names. */
  isReadable: boolean;
}

export function personalValuesOf(raw: string): PersonalValues {
  const values = {
    imsi: new Set<string>(),
    msisdn: new Set<string>(),
    iccid: new Set<string>(),
    company: new Set<string>(),
    user: new Set<string>(),
  };
  const found: Found = { values, isReadable: true };
  if (!lookInto(raw, null, MOST_UNWRAPPED, found)) found.isReadable = false;
  return {
    imsi: [...values.imsi],
    msisdn: [...values.msisdn],
    iccid: [...values.iccid],
    company: [...values.company],
    user: [...values.user],
    isReadable: found.isReadable,
  };
}

/** @returns whether the text is JSON */
function lookInto(text: string, field: Field | null, unwrap: number, found: Found): boolean {
  const json = parseJsonText(text, 'keep-all');
  if (json.kind !== 'value') return false;
  // Of two properties of one name only the last is told.
  if (membersOf(json.value) !== colonsOf(text)) found.isReadable = false;
  look(json.value, field, unwrap, found);
  return true;
}

/** As deep as `parseJsonText` lets it be. @param field what a value is that stands in this place */
function look(value: unknown, field: Field | null, unwrap: number, found: Found): void {
  if (typeof value === 'string') {
    if (unwrap > 0 && /^\s*[{[]/.test(value) && lookInto(value, field, unwrap - 1, found)) return;
    if (JSON_TEXT.test(value)) found.isReadable = false;
    if (field !== null) add(found.values[field], field, value.trim());
  } else if (value instanceof NumericIdentifier) {
    if (field !== null) add(found.values[field], field, value.digits);
  } else if (Array.isArray(value)) {
    for (const member of value as unknown[]) look(member, field, unwrap, found);
  } else if (isJsonObject(value)) {
    const typed = fieldOf(value['type']);
    for (const [name, member] of Object.entries(value))
      look(
        member,
        (typed !== null && name === 'value' ? typed : fieldOf(name)) ?? inObject(field, name),
        unwrap,
        found,
      );
  }
}

function add(values: Set<string>, field: Field, value: string): void {
  if (value === '') return;
  values.add(value);
  if (field === 'company' || field === 'user') return;
  // The same number is told without the sign of its country's code as well.
  const digits = /^(?:\+|00)([1-9]\d{3,})$/.exec(value.replaceAll(/[\s().-]/g, ''))?.[1];
  if (digits !== undefined) values.add(digits);
}

function membersOf(value: unknown): number {
  if (Array.isArray(value)) return (value as unknown[]).reduce<number>((sum, member) => sum + membersOf(member), 0);
  if (!isJsonObject(value) || value instanceof NumericIdentifier) return 0;
  const members = Object.values(value);
  return members.reduce<number>((sum, member) => sum + membersOf(member), members.length);
}

/** In JSON one stands behind each name, and outside of strings nowhere else. */
function colonsOf(text: string): number {
  let colons = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isInString = !isInString;
    else if (isInString && sign === '\\') at += 1;
    else if (!isInString && sign === ':') colons += 1;
  }
  return colons;
}

/** `company: { name, id }` names the company; what else stands there does not. */
function inObject(field: Field | null, name: string): Field | null {
  return field !== null && /^(name|id|value|displayname|login|email)$/i.test(name) ? field : null;
}

function fieldOf(name: unknown): Field | null {
  if (typeof name !== 'string' || name.length > 64) return null;
  const words = name.split('.');
  return FIELDS.get((words.at(-1) ?? '').replaceAll(/[^A-Za-z]/g, '').toLowerCase()) ?? null;
}
