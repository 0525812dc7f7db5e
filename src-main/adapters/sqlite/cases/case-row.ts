/**
 * Converts a case to a row: columns for lists, counts and sorting, and JSON for the rest. The JSON leaves out the
 * values of columns and those that most cases have, so that a case is small: lists without names for what most cases
 * have, and an object for the few other fields.
 */
import {
  caseSubject,
  type ConsequenceKind,
  consequenceKinds,
  consequenceRank,
} from '../../../../src-shared/domain/cases/case-keys.ts';
import { requestResources } from '../../../../src-shared/domain/event/request-group.ts';
import type { Author } from '../../../../src-shared/domain/cases/action.ts';
import type { CaseStay, CaseState, OperatorState } from '../../../core/ports/case-projection.ts';
import { packNumber, packTexts, unpackNumber, withoutEnd } from './compact-values.ts';
import { type ExpectedAttempt, packAttempt, type PackedAttempt, unpackAttempt } from './packed-attempt.ts';
import { type PackedReport, packReport, unpackReport } from './packed-report.ts';
import { type ExpectedStay, packStay, type PackedStay, unpackStay } from './packed-stay.ts';

export const CASE_KINDS = ['localization', 'request'] as const;

/** Columns that `caseFromRow` reads, by field. A column has the name of its field in snake case. */
const STORED_COLUMNS = {
  key: (state: CaseState) => state.key,
  kind: (state: CaseState): number => CASE_KINDS.indexOf(state.kind),
  outcome: (state: CaseState) => state.outcome,
  cause: (state: CaseState) => state.cause,
  consequence: ({ consequence }: CaseState) => (consequence === null ? null : consequenceRank(consequence)),
  firstSeq: (state: CaseState) => state.firstSeq,
  lastSeq: (state: CaseState) => state.lastSeq,
  firstAt: (state: CaseState) => state.firstAt,
  lastAt: (state: CaseState) => state.lastAt,
  openedAt: (state: CaseState) => state.openedAt,
  endedAt: (state: CaseState) => state.endedAt,
  ended: (state: CaseState) => state.ended,
  failedAt: (state: CaseState) => state.failedAt,
  /** The JSON contains `failedSeq` if a later failure named no cause. */
  failedSeq: (state: CaseState) => state.causeSeq,
  operation: (state: CaseState) => state.operation,
  errorCode: (state: CaseState) => state.errorCode,
  /** Codes of the last attempt, one per line. */
  codes: (state: CaseState) => encodeCodes(state.run.errorCodes),
  iccid: (state: CaseState) => state.iccid,
  country: (state: CaseState) => state.countryCode,
  target: ({ request }: CaseState) => request?.target?.toLowerCase() ?? null,
  createdBy: ({ request }: CaseState) => request?.createdBy?.toLowerCase() ?? null,
  failedResources: (state: CaseState) => requestResources(state).failedResources,
  resources: (state: CaseState) => requestResources(state).resources,
};

/** Columns for lists, counts and sorting only. Their values are also in the JSON. */
const QUERY_COLUMNS = {
  ownerId: ({ own }: CaseState) => own.owner?.id ?? null,
  ownerName: ({ own }: CaseState) => own.owner?.name ?? null,
  owner: ({ own }: CaseState) => own.owner?.name.toLowerCase() ?? null,
  /** If there is no owner, the time of the release. */
  ownedAt: ({ own }: CaseState) => own.ownedAt,
  touchedAt: ({ own }: CaseState) => own.touchedAt,
  mutedUntil: ({ own }: CaseState) => mutedUntil(own.mute),
  remindAt: ({ own }: CaseState) => own.remindAt,
};

type StoredColumns = typeof STORED_COLUMNS;
type StoredCaseColumns = { readonly [Field in keyof StoredColumns]: ReturnType<StoredColumns[Field]> };
export type StoredCaseRow = StoredCaseColumns & { readonly state: string };

const storedFields = Object.entries(STORED_COLUMNS);
const queryValues = Object.values(QUERY_COLUMNS);
const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The column has only the number of the cause. */
const CAUSE_KEY = '(SELECT cause_key.key FROM cause_key WHERE cause_key.id = case_file.cause)';

/** In the order of `caseRowValues`. */
export const CASE_COLUMNS = [...Object.keys(STORED_COLUMNS), ...Object.keys(QUERY_COLUMNS), 'state'].map(columnOf);
export const STORED_CASE_COLUMNS = [...Object.keys(STORED_COLUMNS), 'state']
  .map((field) => `${field === 'cause' ? CAUSE_KEY : columnOf(field)} AS ${field}`)
  .join(', ');

export const EMPTY_OPERATOR_STATE: OperatorState = {
  owner: null,
  ownedAt: null,
  mute: null,
  remindAt: null,
  retriedAt: null,
  ticket: null,
  touchedAt: null,
};

/** @param cause number of its cause */
export function caseRowValues(state: CaseState, cause: number | null): unknown[] {
  const stored: Record<string, unknown> = {};
  for (const [field, value] of storedFields) stored[field] = value(state);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has exactly the fields of the table
  const rest = serializeRest(state, stored as unknown as StoredCaseColumns);
  stored['cause'] = cause;
  return [...Object.values(stored), ...queryValues.map((value) => value(state)), rest];
}

export function caseFromRow(row: StoredCaseRow): CaseState {
  const usual = caseFromColumns(row);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of ours, made by `serializeRest`
  const packed = JSON.parse(row.state) as PackedCase;
  const [run, stay = 0, report = 0, openedSeq = 0, failedFor = 0, rest = 0] = packed;
  const { request, updatedAt, reportSeq } = report === 0 ? NO_REPORT : unpackReport(report, row);
  const { own, ...others } = rest === 0 ? NOTHING_ELSE : rest;
  return {
    ...usual,
    run: unpackAttempt(run, expectedAttempt(row)),
    stay: stay === 0 ? null : unpackStay(stay, expectedStay(row)),
    request,
    updatedAt,
    reportSeq,
    openedSeq: unpackNumber(openedSeq, row.lastSeq),
    failedFor: failedFor === 0 ? [] : failedFor,
    ...others,
    own: { ...usual.own, ...own },
  };
}

/** Returns the current stay of the case, without reading the rest. */
export function stayFromRow(row: StoredCaseRow): CaseStay | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of ours, made by `serializeRest`
  const [, stay = 0] = JSON.parse(row.state) as PackedCase;
  return stay === 0 ? null : unpackStay(stay, expectedStay(row));
}

/** Writes a line break in a code as ESC and n, and ESC as two ESC, because the service may send any character. */
function encodeCodes(codes: readonly string[]): string {
  const text = codes.join('\n');
  if (!text.includes(ESCAPE) && text.split('\n').length === codes.length) return text;
  return codes.map((code) => code.replaceAll(ESCAPE, ESCAPE + ESCAPE).replaceAll('\n', `${ESCAPE}n`)).join('\n');
}

export function decodeCodes(lines: string): string[] {
  if (lines === '') return [];
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

type OtherFields = Partial<Omit<CaseState, 'own' | keyof UnnamedFields>> & { readonly own?: Partial<OperatorState> };
type UnnamedFields = Pick<
  CaseState,
  'run' | 'stay' | 'request' | 'updatedAt' | 'reportSeq' | 'openedSeq' | 'failedFor'
>;

/** In the order of `serializeRest`. 0 for a missing stay or report. */
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

function serializeRest(state: CaseState, row: StoredCaseColumns): string {
  const { run, stay, request, updatedAt, reportSeq, openedSeq, failedFor, own, ...others } = state;
  const rest: Record<string, unknown> = changedFields(others, caseFromColumns(row));
  const changedOwn = own === EMPTY_OPERATOR_STATE ? {} : changedFields(own, EMPTY_OPERATOR_STATE);
  if (Object.keys(changedOwn).length > 0) rest['own'] = changedOwn;
  const hasReport = request !== null || updatedAt !== null || reportSeq !== null;
  return JSON.stringify(
    withoutEnd<PackedCase>([
      packAttempt(run, expectedAttempt(row)),
      stay === null ? 0 : packStay(stay, expectedStay(row)),
      hasReport ? packReport({ request, updatedAt, reportSeq }, row) : 0,
      packNumber(openedSeq, row.lastSeq),
      packTexts(failedFor, []),
      Object.keys(rest).length === 0 ? 0 : rest,
    ]),
  );
}

function expectedAttempt(row: StoredCaseColumns): ExpectedAttempt {
  const { outcome, operation, errorCode, codes, iccid, country, lastAt, lastSeq } = row;
  const names = { outcome, operation, errorCode, errorCodes: decodeCodes(codes), iccid, countryCode: country };
  return { ...names, number: 1, to: lastAt, lastSeq, isPast: false };
}

function expectedStay(row: StoredCaseColumns): ExpectedStay {
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

function consequenceOf({ consequence }: StoredCaseColumns): ConsequenceKind | null {
  return consequence === null ? null : (consequenceKinds[consequence] ?? null);
}

function changedFields<Whole extends object>(value: Whole, usual: Whole): Record<string, unknown> {
  const other: Record<string, unknown> = {};
  for (const name in value) if (!isSame(value[name], usual[name])) other[name] = value[name];
  return other;
}

/** Compares lists by their items, and objects only by identity. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((value, index) => value === other[index]);
}

function caseFromColumns(row: StoredCaseColumns): Omit<CaseState, keyof UnnamedFields> {
  const subject = caseSubject(row.key);
  return {
    key: row.key,
    kind: CASE_KINDS[row.kind] ?? 'localization',
    cause: row.cause,
    consequence: consequenceOf(row),
    outcome: row.outcome,
    eid: subject.kind === 'eid' ? subject.eid : null,
    requestId: subject.kind === 'request' ? subject.requestId : null,
    operation: row.operation,
    errorCode: row.errorCode,
    iccid: row.iccid,
    countryCode: row.country,
    firstSeq: row.firstSeq,
    lastSeq: row.lastSeq,
    firstAt: row.firstAt,
    lastAt: row.lastAt,
    openedAt: row.openedAt,
    endedAt: row.endedAt,
    ended: row.ended,
    isBack: false,
    ticket: null,
    own: EMPTY_OPERATOR_STATE,
    failedAt: row.failedAt,
    failedSeq: row.failedSeq,
    causeSeq: row.failedSeq,
    before: null,
  };
}
