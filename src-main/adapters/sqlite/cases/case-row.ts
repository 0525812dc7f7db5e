/**
 * Converts a case to a row: columns for lists, counts and sorting, and a JSON list for the rest. The list has no names,
 * and an object for the few fields that most cases do not have, so that a case is small.
 */
import {
  type CaseKey,
  caseSubject,
  type CauseKey,
  type ConsequenceKind,
  consequenceKinds,
  consequenceRank,
} from '../../../../src-shared/domain/cases/case-keys.ts';
import { type Outcome, outcomes } from '../../../../src-shared/domain/event/outcomes.ts';
import { requestResources } from '../../../../src-shared/domain/event/request-group.ts';
import type { Author } from '../../../../src-shared/domain/cases/action.ts';
import {
  NO_OPERATOR_STATE,
  type CaseStay,
  type CaseState,
  type OperatorState,
} from '../../../core/ports/case-projection.ts';
import { packNumber, packTexts, unpackNumber, withoutEnd } from './compact-values.ts';
import { type ExpectedAttempt, packAttempt, type PackedAttempt, unpackAttempt } from './packed-attempt.ts';
import { type PackedReport, packReport, REQUEST_TEXTS, requestTexts, unpackReport } from './packed-report.ts';
import { keyHash, KEY_TEXT, packKey } from './stored-key.ts';
import { type ExpectedStay, packStay, type PackedStay, unpackStay } from './packed-stay.ts';

export const CASE_KINDS = ['localization', 'request'] as const;

const PLAIN_FIELDS = [
  'firstSeq',
  'kind',
  'outcome',
  'consequence',
  'lastSeq',
  'firstAt',
  'lastAt',
  'openedAt',
  'endedAt',
  'ended',
  'failedAt',
  'failedSeq',
  'iccid',
  'country',
  'failedResources',
  'resources',
  'retry',
] as const;
/** Fields whose columns have the number of a text in `shared_text`. */
const TEXT_FIELDS = ['cause', 'operation', 'errorCode', 'codes', 'principal', ...REQUEST_TEXTS] as const;
/** Fields whose columns are for lists, counts and sorting only. Their values are also in the packed list. */
const QUERY_FIELDS = [
  'ownerId',
  'ownerName',
  'owner',
  'ownedAt',
  'touchedAt',
  'mutedUntil',
  'remindAt',
] as const satisfies (keyof ReturnType<typeof queryColumns>)[];

/** Returns the values that `caseFromRow` reads from columns. */
function storedColumns(state: CaseState) {
  const { request, run, consequence } = state;
  return {
    key: state.key,
    firstSeq: state.firstSeq,
    kind: CASE_KINDS.indexOf(state.kind),
    outcome: outcomeNumber(state.outcome),
    consequence: consequence === null ? null : consequenceRank(consequence),
    lastSeq: state.lastSeq,
    /** Null if it is the same as `lastAt`. */
    firstAt: state.firstAt === state.lastAt ? null : state.firstAt,
    lastAt: state.lastAt,
    openedAt: state.openedAt,
    endedAt: state.endedAt,
    ended: state.ended,
    failedAt: state.failedAt,
    /** The packed list contains `failedSeq` if a later failure named no cause. */
    failedSeq: state.causeSeq,
    iccid: state.iccid,
    country: state.countryCode,
    ...requestResources(state),
    /** For counting open cases only. */
    retry: state.openedAt === null ? null : run.retry,
    cause: state.cause,
    operation: state.operation,
    errorCode: state.errorCode,
    /** Codes of the last attempt, one per line. */
    codes: run.errorCodes.length === 0 ? null : encodeCodes(run.errorCodes),
    principal: state.principal,
    ...requestTexts(request),
  };
}

function queryColumns({ owner, ownedAt, touchedAt, mute, remindAt }: OperatorState) {
  return {
    ownerId: owner?.id ?? null,
    ownerName: owner?.name ?? null,
    owner: owner?.name.toLowerCase() ?? null,
    /** If there is no owner, the time of the release. */
    ownedAt,
    touchedAt,
    mutedUntil: mutedUntil(mute),
    remindAt,
  };
}

const NO_QUERY_COLUMNS = queryColumns(NO_OPERATOR_STATE);

type StoredCaseColumns = Readonly<ReturnType<typeof storedColumns>>;
export type StoredCaseRow = StoredCaseColumns & { readonly state: string };

/** A column has the name of its field in snake case, except for the one that identifies the row. */
const columnOf = (field: string) =>
  field === 'firstSeq' ? 'id' : field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const TEXT_COLUMNS = TEXT_FIELDS.map(columnOf);
/** In the order of `caseRowValues`. */
export const CASE_COLUMNS = [
  'key',
  'key_hash',
  ...[...PLAIN_FIELDS, ...TEXT_FIELDS, ...QUERY_FIELDS].map(columnOf),
  'state',
];
export const STORED_CASE_COLUMNS = [
  `${KEY_TEXT} AS key`,
  ...PLAIN_FIELDS.map((field) => `${columnOf(field)} AS ${field}`),
  ...TEXT_FIELDS.map((field) => `${textOf(`case_file.${columnOf(field)}`)} AS ${field}`),
  'state',
].join(', ');

/** SQL for the text that has the number in this column. */
export function textOf(column: string): string {
  return `(SELECT text FROM shared_text WHERE shared_text.id = ${column})`;
}

export function caseRowValues(state: CaseState, numberOf: (text: string) => number): unknown[] {
  const stored = storedColumns(state);
  const query = state.own === NO_OPERATOR_STATE ? NO_QUERY_COLUMNS : queryColumns(state.own);
  const values: unknown[] = [packKey(state.key), keyHash(state.key)];
  for (const field of PLAIN_FIELDS) values.push(stored[field]);
  for (const field of TEXT_FIELDS) {
    const text = stored[field];
    values.push(text === null ? null : numberOf(text));
  }
  for (const field of QUERY_FIELDS) values.push(query[field]);
  values.push(packRest(state, stored));
  return values;
}

export function caseFromRow(row: StoredCaseRow): CaseState {
  const usual = caseFromColumns(row);
  const [packedRun, stay = 0, report = 0, openedSeq = 0, failedFor = 0, rest = 0] = packedCase(row);
  const run = unpackAttempt(packedRun, expectedAttempt(row, decodeCodes(row.codes)));
  const { request, updatedAt, reportSeq } =
    report === 0 ? NO_REPORT : unpackReport(report, row, run.createdAt ?? row.lastAt);
  const { own, ...others } = rest === 0 ? NOTHING_ELSE : rest;
  return {
    ...usual,
    run,
    stay: stay === 0 ? null : unpackStay(stay, expectedStay(row)),
    request,
    updatedAt,
    reportSeq,
    openedSeq: unpackNumber(openedSeq, row.lastSeq),
    failedFor: failedFor === 0 ? [] : failedFor,
    ...others,
    own: own === undefined ? usual.own : { ...usual.own, ...own },
  };
}

function packedCase({ state }: StoredCaseRow): PackedCase {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of ours, made by `packRest`
  return JSON.parse(state) as PackedCase;
}

/** Columns of `CurrentStayRow`: a fifth of a case, because a report reads the stays of all open ones. */
export const CURRENT_STAY_COLUMNS = `id, ${KEY_TEXT}, cause, consequence, country, opened_at, ended_at, failed_seq, last_at,
  last_seq, failed_resources, resources, state ->> '$[1]'`;

export type CurrentStayRow = readonly [
  id: number,
  key: CaseKey,
  cause: number | null,
  consequence: number | null,
  country: string | null,
  openedAt: number | null,
  endedAt: number | null,
  failedSeq: number | null,
  lastAt: number,
  lastSeq: number,
  failedResources: number,
  resources: number,
  /** JSON; 0 or null for none. */
  stay: string | 0 | null,
];

export function currentStay(
  row: CurrentStayRow,
  textOfNumber: (number: number | null) => string | null,
  parse: (state: string) => PackedStay,
): CaseStay | null {
  const [, , cause, consequence, country, openedAt, endedAt, failedSeq, lastAt, lastSeq] = row;
  const [, , , , , , , , , , failedResources, resources, stay] = row;
  if (stay === 0 || stay === null) return null;
  return unpackStay(
    parse(stay),
    expectedStay({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of ours
      cause: textOfNumber(cause) as CauseKey | null,
      consequence,
      country,
      openedAt,
      endedAt,
      failedSeq,
      lastAt,
      lastSeq,
      failedResources,
      resources,
    }),
  );
}

/** Writes a line break in a code as ESC and n, and ESC as two ESC, because the service may send any character. */
export function encodeCodes(codes: readonly string[]): string {
  const text = codes.join('\n');
  if (!text.includes(ESCAPE) && text.split('\n').length === codes.length) return text;
  return codes.map((code) => code.replaceAll(ESCAPE, ESCAPE + ESCAPE).replaceAll('\n', `${ESCAPE}n`)).join('\n');
}

export function decodeCodes(lines: string | null): string[] {
  if (lines === null) return [];
  const codes = lines.split('\n');
  if (!lines.includes(ESCAPE)) return codes;
  return codes.map((code) => code.replaceAll(ESCAPED, (_, sign: string) => (sign === 'n' ? '\n' : sign)));
}

const ESCAPE = '\u001B';
// oxlint-disable-next-line no-control-regex -- it is what is looked for
const ESCAPED = /\u001B([\s\S])/gu;

/** Returns a time that never comes if the mute does not end by time. */
function mutedUntil(mute: OperatorState['mute']): number | null {
  if (mute === null) return null;
  return mute.ends.kind === 'time' ? mute.ends.at : Number.MAX_SAFE_INTEGER;
}

export function authorOf(id: string | null, name: string | null): Author | null {
  return id === null || name === null ? null : { id, name };
}

type UnnamedField = 'run' | 'stay' | 'request' | 'updatedAt' | 'reportSeq' | 'openedSeq' | 'failedFor';
/** Fields that few cases have, or that follow from others in most of them. */
type OtherField = 'eid' | 'requestId' | 'isBack' | 'ticket' | 'failedSeq' | 'before';
export type OtherFields = Partial<Pick<CaseState, OtherField>> & { readonly own?: Partial<OperatorState> };

/** In the order of `packRest`. 0 for a missing stay or report. */
type PackedCase = readonly [
  run: PackedAttempt,
  stay?: PackedStay | 0,
  report?: PackedReport | 0,
  openedSeq?: number,
  failedFor?: readonly string[] | 0,
  rest?: OtherFields | 0,
];

const NO_REPORT = { request: null, updatedAt: null, reportSeq: null };
const NOTHING_ELSE: OtherFields = {};

function packRest(state: CaseState, row: StoredCaseColumns): string {
  const { run, stay, request, updatedAt, reportSeq, openedSeq, failedFor, own } = state;
  const others = changedFields<Pick<CaseState, OtherField>>(state, otherFields(row));
  const changedOwn = own === NO_OPERATOR_STATE ? null : changedFields(own, NO_OPERATOR_STATE);
  const hasReport = request !== null || updatedAt !== null || reportSeq !== null;
  return JSON.stringify(
    withoutEnd<PackedCase>([
      packAttempt(run, expectedAttempt(row, run.errorCodes)),
      stay === null ? 0 : packStay(stay, expectedStay(row)),
      hasReport ? packReport(state, row, run.createdAt ?? row.lastAt) : 0,
      packNumber(openedSeq, row.lastSeq),
      packTexts(failedFor, []),
      changedOwn === null ? (others ?? 0) : { ...others, own: changedOwn },
    ]),
  );
}

/** @param errorCodes those in the column of the row */
function expectedAttempt(row: StoredCaseColumns, errorCodes: readonly string[]): ExpectedAttempt {
  return {
    outcome: outcomeAt(row.outcome),
    operation: row.operation,
    errorCode: row.errorCode,
    errorCodes,
    iccid: row.iccid,
    countryCode: row.country,
    number: 1,
    to: row.lastAt,
    lastSeq: row.lastSeq,
    isPast: false,
  };
}

type StayColumn =
  | 'cause'
  | 'consequence'
  | 'country'
  | 'openedAt'
  | 'endedAt'
  | 'failedSeq'
  | 'lastAt'
  | 'lastSeq'
  | 'failedResources'
  | 'resources';

function expectedStay(row: Pick<StoredCaseColumns, StayColumn>): ExpectedStay {
  const { cause, country, openedAt, endedAt, failedSeq, lastAt, lastSeq, failedResources, resources } = row;
  return {
    cause,
    consequence: consequenceOf(row),
    countryCode: country,
    failedResources,
    resources,
    from: openedAt ?? lastAt,
    fromSeq: failedSeq ?? lastSeq,
    to: endedAt ?? lastAt,
  };
}

function consequenceOf({ consequence }: Pick<StoredCaseColumns, 'consequence'>): ConsequenceKind | null {
  return consequence === null ? null : (consequenceKinds[consequence] ?? null);
}

/** @returns the value of the column `outcome` */
export function outcomeNumber(outcome: Outcome): number {
  return outcomes.indexOf(outcome);
}

export function outcomeAt(number: number): Outcome {
  return outcomes[number] ?? 'unknown';
}

/** Returns null if all fields are as usual. Compares objects by identity: an unusual one is never the usual one. */
function changedFields<Fields extends object>(value: Fields, usual: Fields): Partial<Fields> | null {
  let changed: Partial<Fields> | null = null;
  for (const name in usual) {
    if (value[name] === usual[name]) continue;
    changed ??= {};
    changed[name] = value[name];
  }
  return changed;
}

function otherFields({ key, failedSeq }: StoredCaseColumns): Pick<CaseState, OtherField> {
  const subject = caseSubject(key);
  return {
    eid: subject.kind === 'eid' ? subject.eid : null,
    requestId: subject.kind === 'request' ? subject.requestId : null,
    isBack: false,
    ticket: null,
    failedSeq,
    before: null,
  };
}

function caseFromColumns(row: StoredCaseColumns): Omit<CaseState, UnnamedField> {
  return {
    key: row.key,
    kind: CASE_KINDS[row.kind] ?? 'localization',
    cause: row.cause,
    consequence: consequenceOf(row),
    outcome: outcomeAt(row.outcome),
    operation: row.operation,
    errorCode: row.errorCode,
    iccid: row.iccid,
    countryCode: row.country,
    principal: row.principal,
    firstSeq: row.firstSeq,
    lastSeq: row.lastSeq,
    firstAt: row.firstAt ?? row.lastAt,
    lastAt: row.lastAt,
    openedAt: row.openedAt,
    endedAt: row.endedAt,
    ended: row.ended,
    own: NO_OPERATOR_STATE,
    failedAt: row.failedAt,
    causeSeq: row.failedSeq,
    ...otherFields(row),
  };
}
