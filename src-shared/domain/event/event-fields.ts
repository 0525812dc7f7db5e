/** A new field needs an entry in `facetTable`, a migration and the line that decodes it; all else follows. */
import {
  EARLIER_STEPS,
  EVENT_STATES,
  FINAL_STEPS,
  LOCALIZATION_ERROR_CODES,
  NO_OPERATION,
  OUTCOME_KINDS,
  REQUEST_ERROR_CODES,
  REQUEST_OPERATIONS,
  REQUEST_STATES,
  REQUEST_TARGETS,
  RESOURCE_STATES,
  SESSION_STATES,
} from '../../service/event-vocabulary.ts';
import { markCodes } from '../../service/mark-codes.ts';
import { outcomes } from './outcomes.ts';

export interface FieldWords {
  readonly name: string;
  readonly plural: string;
  readonly meaning: string;
}

export interface ServiceValues {
  readonly kind: 'service';
  readonly noun: string;
  /** Max stored values that are not documented; further ones become "other". */
  readonly maxOthers: number;
  readonly isDocumented: (value: string) => boolean;
}

/** A filter accepts only these words. They are never masked. */
interface OwnWords {
  readonly kind: 'own';
  readonly words: readonly string[];
}

interface FacetEntry extends FieldWords {
  readonly property: string;
  /** Column of the table `facet`. `texts` and `marks` are stored as JSON arrays. */
  readonly column: string;
  readonly shape: 'text' | 'texts' | 'marks';
  readonly isDecoded: boolean;
  /** True if new combinations have "other" for it once the store has many: a user or target is less than a code. */
  readonly yieldsRoom?: true;
  readonly values: ServiceValues | OwnWords;
  /** In characters, for typical values; longer values are cut. */
  readonly width: number;
  /** True if a sentence can name the value without the field. */
  readonly isSelfExplanatory: boolean;
  /** Heading and position of its counts on the page; null if the page does not count it. */
  readonly counts: { readonly title: string; readonly position: number } | null;
}

function service(noun: string, maxOthers: number, ...documented: Pick<ReadonlySet<string>, 'has'>[]): ServiceValues {
  return { kind: 'service', noun, maxOthers, isDocumented: (value) => documented.some((words) => words.has(value)) };
}

/** Sizes of requests, in resources. A number for each would be thousands of values. */
const SIZE_CLASSES = ['0', '1', '2-10', '11-100', '101-1000', '1001+'] as const;

export function sizeClassOf(resources: number): (typeof SIZE_CLASSES)[number] {
  if (resources <= 1) return resources === 1 ? '1' : '0';
  if (resources <= 10) return '2-10';
  if (resources <= 100) return '11-100';
  return resources <= 1_000 ? '101-1000' : '1001+';
}

/** Two letters of ISO 3166-1, of which there are a few hundred. */
const COUNTRIES = { has: (value: string) => /^[A-Z]{2}$/.test(value) };

/** Compared exactly. Their combination is an event's facet, so counting need not read the events. */
export const facetTable = {
  outcome: {
    name: 'outcome',
    plural: 'Outcomes',
    meaning: 'the real result',
    property: 'outcome',
    column: 'outcome',
    shape: 'text',
    isDecoded: false,
    values: { kind: 'own', words: outcomes },
    width: 12,
    isSelfExplanatory: true,
    counts: { title: 'Outcome', position: 1 },
  },
  kind: {
    name: 'kind',
    plural: 'Kinds of event',
    meaning: 'localization, request, heartbeat …',
    property: 'kind',
    column: 'kind',
    shape: 'text',
    isDecoded: false,
    values: service('kind', 256, SESSION_STATES, OUTCOME_KINDS),
    width: 21,
    isSelfExplanatory: true,
    counts: { title: 'Kind', position: 6 },
  },
  operation: {
    name: 'operation',
    plural: 'Operations',
    meaning: 'the step or change',
    property: 'operation',
    column: 'operation',
    shape: 'text',
    isDecoded: true,
    values: service('operation', 256, EARLIER_STEPS, FINAL_STEPS, REQUEST_OPERATIONS, new Set([NO_OPERATION])),
    width: 27,
    isSelfExplanatory: true,
    counts: { title: 'Operation', position: 5 },
  },
  state: {
    name: 'state',
    plural: 'States',
    meaning: 'the state that the service gave',
    property: 'state',
    column: 'state',
    shape: 'text',
    isDecoded: true,
    values: service('state', 256, EVENT_STATES, REQUEST_STATES, RESOURCE_STATES, new Set(SESSION_STATES.values())),
    width: 12,
    isSelfExplanatory: true,
    counts: null,
  },
  code: {
    name: 'code',
    plural: 'Error codes',
    meaning: 'why it failed',
    property: 'errorCodes',
    column: 'error_codes',
    shape: 'texts',
    isDecoded: true,
    values: service('error code', 1_024, LOCALIZATION_ERROR_CODES, REQUEST_ERROR_CODES),
    width: 40,
    isSelfExplanatory: true,
    counts: { title: 'Error code', position: 2 },
  },
  type: {
    name: 'type',
    plural: 'Error types',
    meaning: 'where the error comes from',
    property: 'errorTypes',
    column: 'error_types',
    shape: 'texts',
    isDecoded: true,
    values: service('error type', 256),
    width: 24,
    isSelfExplanatory: true,
    counts: { title: 'Error type', position: 8 },
  },
  country: {
    name: 'country',
    plural: 'Countries',
    meaning: 'of the localized profile',
    property: 'countryCode',
    column: 'country_code',
    shape: 'text',
    isDecoded: true,
    values: service('country', 256, COUNTRIES),
    width: 8,
    isSelfExplanatory: true,
    counts: { title: 'Country', position: 3 },
  },
  company: {
    name: 'company',
    plural: 'Companies',
    meaning: 'for which a request was made',
    property: 'company',
    column: 'company',
    shape: 'text',
    isDecoded: true,
    yieldsRoom: true,
    values: service('company', 4_096),
    width: 24,
    isSelfExplanatory: false,
    counts: { title: 'Company', position: 4 },
  },
  user: {
    name: 'user',
    plural: 'Users',
    meaning: 'who created a request',
    property: 'createdBy',
    column: 'created_by',
    shape: 'text',
    isDecoded: true,
    yieldsRoom: true,
    values: service('user', 4_096),
    width: 24,
    isSelfExplanatory: false,
    counts: { title: 'User', position: 9 },
  },
  target: {
    name: 'target',
    plural: 'Targets',
    meaning: 'the state or package that a request sets',
    property: 'targets',
    column: 'targets',
    shape: 'texts',
    isDecoded: true,
    yieldsRoom: true,
    values: service('target', 1_024, REQUEST_TARGETS),
    width: 16,
    isSelfExplanatory: false,
    counts: { title: 'Target', position: 7 },
  },
  size: {
    name: 'size',
    plural: 'Sizes of requests',
    meaning: 'how many resources a request has',
    property: 'sizeClass',
    column: 'size_class',
    shape: 'text',
    isDecoded: true,
    values: { kind: 'own', words: SIZE_CLASSES },
    width: 10,
    isSelfExplanatory: false,
    counts: { title: 'Resources', position: 10 },
  },
  principal: {
    name: 'principal',
    plural: 'Principals',
    meaning: 'who caused it',
    property: 'principal',
    column: 'principal',
    shape: 'text',
    isDecoded: true,
    // Principals are many, and are not part of failure groups.
    values: service('principal', 8_192),
    width: 24,
    isSelfExplanatory: false,
    counts: null,
  },
  mark: {
    name: 'mark',
    plural: 'Marks',
    meaning: 'what is unusual about the text',
    property: 'marks',
    column: 'mark_codes',
    shape: 'marks',
    isDecoded: false,
    values: { kind: 'own', words: markCodes },
    width: 24,
    isSelfExplanatory: false,
    counts: null,
  },
} as const satisfies Readonly<Record<string, FacetEntry>>;

type FacetTable = typeof facetTable;
export type FacetField = keyof FacetTable;

type FieldWith<Name extends keyof FacetEntry, Value> = {
  [Field in FacetField]: FacetTable[Field] extends Readonly<Record<Name, Value>> ? Field : never;
}[FacetField];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object itself
export const facetFields = Object.keys(facetTable) as readonly FacetField[];

export type CountedField = FieldWith<'counts', object>;
export const countedFields: readonly CountedField[] = facetFields
  .filter((field): field is CountedField => facetTable[field].counts !== null)
  .toSorted((one, other) => facetTable[one].counts.position - facetTable[other].counts.position);

export function yieldsRoom(field: FacetField): boolean {
  return 'yieldsRoom' in facetTable[field];
}

export function serviceValues(field: FacetField): ServiceValues | null {
  const { values } = facetTable[field];
  return values.kind === 'service' ? values : null;
}

type DecodedFacets<Text, Texts> = {
  [Field in FieldWith<'isDecoded', true> as FacetTable[Field]['property']]: FacetTable[Field]['shape'] extends 'texts'
    ? Texts
    : Text;
};

const decodedEntries = facetFields.map((field) => facetTable[field]).filter((entry) => entry.isDecoded);

export function decodedFacets<Text, Texts>(text: Text, texts: Texts): DecodedFacets<Text, Texts> {
  const values = decodedEntries.map(({ property, shape }) => [property, shape === 'texts' ? texts : text]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the type
  return Object.fromEntries(values) as DecodedFacets<Text, Texts>;
}

export interface FacetColumn {
  readonly field: FacetField;
  readonly property: FacetTable[FacetField]['property'] | 'errorCode';
  readonly column: string;
  readonly shape: FacetEntry['shape'];
}

/** Columns of the table `facet`. The main error code is one of `errorCodes`, so it is no field of its own. */
export const facetColumns: readonly FacetColumn[] = [
  ...facetFields.map((field) => ({ field, ...facetTable[field] })),
  { field: 'code', property: 'errorCode', column: 'error_code', shape: 'text' },
];

interface IdentifierEntry extends FieldWords {
  /** Property of the event; null if only its received text has the identifier. */
  readonly property: 'eid' | 'iccid' | 'requestId' | 'id' | null;
}

/** Matched by any part (`identifier-pattern.ts`). `event`: the `id` field of the stream; `id`: any of the others. */
export const identifierTable = {
  eid: { name: 'EID', plural: 'EIDs', meaning: 'of the eUICC, any part', property: 'eid' },
  iccid: { name: 'ICCID', plural: 'ICCIDs', meaning: 'of a profile, any part', property: 'iccid' },
  imsi: { name: 'IMSI', plural: 'IMSIs', meaning: 'of a subscription, any part', property: null },
  msisdn: { name: 'MSISDN', plural: 'MSISDNs', meaning: 'the number, any part', property: null },
  request: {
    name: 'request',
    plural: 'Request ids',
    meaning: 'of a change request, any part',
    property: 'requestId',
  },
  resource: { name: 'resource', plural: 'Resource ids', meaning: 'inside a request, any part', property: null },
  event: { name: 'event id', plural: 'Event ids', meaning: 'of the stream, any part', property: 'id' },
  id: { name: 'any id', plural: 'Identifiers', meaning: 'any identifier but the event id', property: null },
} as const satisfies Readonly<Record<string, IdentifierEntry>>;

export type IdentifierField = keyof typeof identifierTable;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object itself
export const identifierFields = Object.keys(identifierTable) as readonly IdentifierField[];
