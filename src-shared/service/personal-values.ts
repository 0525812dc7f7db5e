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
  /** Names and ids of companies. */
  readonly company: readonly string[];
  /** Names, ids and addresses of users. */
  readonly user: readonly string[];
  /** `false`: the text is no JSON (or half of one), so that nobody knows what it names. */
  readonly isReadable: boolean;
}

type Field = Exclude<keyof PersonalValues, 'isReadable'>;

/** By the name of a property, or by the `type` beside a `value`: without case and signs between its words. */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['imsi', 'imsi'],
  ['msisdn', 'msisdn'],
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

export function personalValuesOf(raw: string): PersonalValues {
  const found: Record<Field, Set<string>> = { imsi: new Set(), msisdn: new Set(), company: new Set(), user: new Set() };
  const json = parseJsonText(raw, 'keep');
  if (json.kind === 'value') look(json.value, null, MOST_UNWRAPPED, found);
  return {
    imsi: [...found.imsi],
    msisdn: [...found.msisdn],
    company: [...found.company],
    user: [...found.user],
    isReadable: json.kind === 'value',
  };
}

/** As deep as `parseJsonText` lets it be. @param field what a value is that stands in this place */
function look(value: unknown, field: Field | null, unwrap: number, found: Record<Field, Set<string>>): void {
  if (typeof value === 'string') {
    const inner = unwrap > 0 && /^\s*[{[]/.test(value) ? parseJsonText(value, 'keep') : null;
    if (inner?.kind === 'value') return look(inner.value, field, unwrap - 1, found);
    if (field !== null && value.trim() !== '') found[field].add(value.trim());
  } else if (typeof value === 'number' || value instanceof NumericIdentifier) {
    if (field !== null) found[field].add(typeof value === 'number' ? String(value) : value.digits);
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

/** `company: { name, id }` names the company; what else stands there does not. */
function inObject(field: Field | null, name: string): Field | null {
  return field !== null && /^(name|id|value|displayname|login|email)$/i.test(name) ? field : null;
}

function fieldOf(name: unknown): Field | null {
  if (typeof name !== 'string' || name.length > 64) return null;
  const words = name.split('.');
  return FIELDS.get((words.at(-1) ?? '').replaceAll(/[^A-Za-z]/g, '').toLowerCase()) ?? null;
}
