/** Looks in the row, then in the received text. Defines the meaning of an identifier term, also for the store. */
import { type Identifiers, identifiersOf } from '../../service/identifiers.ts';
import type { EventSummary } from '../event/event.ts';
import { type IdentifierField, identifierFields, identifierTable } from '../event/event-fields.ts';
import { identifierPatterns, type IdentifierPattern, matchesIdentifier } from './identifier-pattern.ts';

export type RowIdentifiers = Pick<EventSummary, 'id' | 'eid' | 'iccid' | 'requestId'>;
export type IdentifierMatcher = (event: RowIdentifiers, raw: () => string) => boolean;

/** @returns a test of one event, which reads the text only if the row does not match */
export function createIdentifierMatcher(field: IdentifierField, values: readonly string[]): IdentifierMatcher {
  const patterns = identifierPatterns(values);
  const holds = (identifier: string | null) =>
    identifier !== null && patterns.some((pattern) => matchesIdentifier(pattern, identifier));
  if (field === 'event') return ({ id }) => holds(id);
  const properties = propertiesOf(field);
  const mayStandIn = containsAnyPattern(patterns);
  return (event, raw) => {
    if (properties.some((property) => holds(event[property]))) return true;
    const text = raw();
    return (
      mayNameField(text, field) &&
      mayStandIn(text) &&
      named(identifiersOf(text), field).some((identifiers) => identifiers.some(holds))
    );
  };
}

function propertiesOf(field: IdentifierField) {
  const covered = field === 'id' ? identifierFields.filter((each) => each !== 'event') : [field];
  return covered.map((each) => identifierTable[each].property).filter((property) => property !== null);
}

/** Every text that names an identifier of the field has a key or a type in quotes. */
const NAMES: Readonly<Record<keyof Identifiers, RegExp>> = {
  eid: /\beid\b|\\u/,
  iccid: /\biccid\b|\bICCID\b|\\u/,
  imsi: /\bimsi\b|\bIMSI\b|\\u/,
  msisdn: /\bmsisdn\b|\bMSISDN\b|\\u/,
  request: /\bsubscriptionRequestId\b|\\u/,
  resource: /\bresourceId\b|\\u/,
};

/** False is certain: the text need not be parsed. */
function mayNameField(raw: string, field: Exclude<IdentifierField, 'event'>): boolean {
  return field === 'id' || NAMES[field].test(raw);
}

function named(identifiers: Identifiers, field: Exclude<IdentifierField, 'event'>): (readonly string[])[] {
  return field === 'id' ? Object.values(identifiers) : [identifiers[field]];
}

/** Characters that JSON writes only as they are, or with `\u`. */
const PLAIN = /^[ !#-.0-[\]-~]*$/;

/** False is certain, and takes a hundredth of the time of parsing. */
function containsAnyPattern(patterns: readonly IdentifierPattern[]): (raw: string) => boolean {
  if (patterns.some(({ text }) => !PLAIN.test(text))) return () => true;
  return (raw) => {
    if (raw.includes(String.raw`\u`)) return true;
    const lowered = raw.toLowerCase();
    return patterns.some(({ text }) => lowered.includes(text));
  };
}
