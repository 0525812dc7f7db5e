/**
 * Converts a case to a row: columns for lists, counts and sorting, and JSON for the rest. The JSON leaves out the
 * values of columns and those that most cases have, so that a success without actions is small.
 */
import {
  type CaseKey,
  caseSubject,
  type CauseKey,
  type ConsequenceKind,
  consequenceKinds,
  localizationSteps,
} from '../../../../src-shared/domain/cases/case-keys.ts';
import { requestResources } from '../../../../src-shared/domain/event/request-group.ts';
import type { Author } from '../../../../src-shared/domain/cases/action.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import type { AttemptState, CaseState, OperatorState, StepReport } from '../../../core/ports/case-projection.ts';

export const CASE_KINDS = ['localization', 'request'] as const;

/** In the order of `CASE_COLUMNS`. */
interface CaseRow {
  readonly key: CaseKey;
  readonly kind: number;
  readonly outcome: Outcome;
  readonly cause: CauseKey | null;
  readonly consequence: number | null;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly openedAt: number | null;
  readonly endedAt: number | null;
  readonly ended: 'well' | 'done' | null;
  readonly failedAt: number | null;
  /** Value of `causeSeq`. The JSON contains `failedSeq` if a later failure named no cause. */
  readonly failedSeq: number | null;
  readonly operation: string | null;
  readonly errorCode: string | null;
  /** Codes of the last attempt, one per line. */
  readonly codes: string;
  readonly iccid: string | null;
  readonly country: string | null;
  readonly target: string | null;
  readonly createdBy: string | null;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
  readonly owner: string | null;
  /** If there is no owner, the time of the release. */
  readonly ownedAt: number | null;
  readonly touchedAt: number | null;
  readonly mutedUntil: number | null;
  readonly remindAt: number | null;
  readonly failedResources: number;
  readonly resources: number;
  readonly state: string;
}

export type StoredCaseRow = Pick<
  CaseRow,
  | 'key'
  | 'kind'
  | 'outcome'
  | 'cause'
  | 'consequence'
  | 'firstSeq'
  | 'lastSeq'
  | 'firstAt'
  | 'lastAt'
  | 'openedAt'
  | 'endedAt'
  | 'ended'
  | 'failedAt'
  | 'failedSeq'
  | 'operation'
  | 'errorCode'
  | 'codes'
  | 'iccid'
  | 'country'
  | 'state'
>;
export const STORED_CASE_COLUMNS = `key, kind, outcome, cause, consequence, first_seq AS firstSeq, last_seq AS lastSeq,
    first_at AS firstAt, last_at AS lastAt, opened_at AS openedAt, ended_at AS endedAt, ended, failed_at AS failedAt,
    failed_seq AS failedSeq, operation, error_code AS errorCode, codes, iccid, country, state`;

export const EMPTY_OPERATOR_STATE: OperatorState = {
  owner: null,
  ownedAt: null,
  mute: null,
  remindAt: null,
  retriedAt: null,
  ticket: null,
  touchedAt: null,
};

export function caseRowValues(state: CaseState): unknown[] {
  const { request, own } = state;
  const row: CaseRow = {
    key: state.key,
    kind: CASE_KINDS.indexOf(state.kind),
    outcome: state.outcome,
    cause: state.cause,
    consequence: consequenceRank(state.consequence),
    firstSeq: state.firstSeq,
    lastSeq: state.lastSeq,
    firstAt: state.firstAt,
    lastAt: state.lastAt,
    openedAt: state.openedAt,
    endedAt: state.endedAt,
    ended: state.ended,
    failedAt: state.failedAt,
    failedSeq: state.causeSeq,
    operation: state.operation,
    errorCode: state.errorCode,
    codes: encodeCodes(state.run.errorCodes),
    iccid: state.iccid,
    country: state.countryCode,
    target: request?.target?.toLowerCase() ?? null,
    createdBy: request?.createdBy?.toLowerCase() ?? null,
    ownerId: own.owner?.id ?? null,
    ownerName: own.owner?.name ?? null,
    owner: own.owner?.name.toLowerCase() ?? null,
    ownedAt: own.ownedAt,
    touchedAt: own.touchedAt,
    mutedUntil: mutedUntil(own.mute),
    remindAt: own.remindAt,
    ...requestResources(state),
    state: '',
  };
  return Object.values({ ...row, state: serializeRest(state, row) });
}

export function caseFromRow(row: StoredCaseRow): CaseState {
  const usual = caseFromColumns(row);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of ours, made by `valuesOf`
  const stored = JSON.parse(row.state) as StoredCaseJson;
  const { run, own, ...rest } = stored;
  return {
    ...usual,
    ...rest,
    run: { ...usual.run, ...run, reports: unpackReports(run?.reports ?? []) },
    own: { ...usual.own, ...own },
  };
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

function consequenceRank(consequence: ConsequenceKind | null): number | null {
  return consequence === null ? null : consequenceKinds.indexOf(consequence);
}

export function authorOf(id: string | null, name: string | null): Author | null {
  return id === null || name === null ? null : { id, name };
}

/** Four numbers for each: index of the step, 1 if it failed, time, seq. */
export type PackedReports = readonly (readonly [step: number, failed: number, at: number, seq: number])[];

export function packReports(reports: readonly StepReport[]): PackedReports {
  return reports.map(({ step, failed, at, seq }) => [localizationSteps.indexOf(step), Number(failed), at, seq]);
}

export function unpackReports(reports: PackedReports): StepReport[] {
  return reports.flatMap(([stepIndex, failed, at, seq]) => {
    const step = localizationSteps[stepIndex];
    return step === undefined ? [] : { step, failed: failed === 1, at, seq };
  });
}

type StoredCaseJson = Partial<Omit<CaseState, 'run' | 'own'>> & {
  readonly run?: Partial<Omit<AttemptState, 'reports'>> & { readonly reports?: PackedReports };
  readonly own?: Partial<OperatorState>;
};

function serializeRest(state: CaseState, row: CaseRow): string {
  const usual = caseFromColumns(row);
  const { run, own, ...rest } = state;
  const { reports, ...ofRun } = run;
  const changed: Record<string, unknown> = changedFields(rest, usual);
  const changedRun: Record<string, unknown> = changedFields(ofRun, usual.run);
  if (reports.length > 0) changedRun['reports'] = packReports(reports);
  changed['run'] = changedRun;
  const changedOwn = changedFields(own, usual.own);
  for (const _ in changedOwn) {
    changed['own'] = changedOwn;
    break;
  }
  return JSON.stringify(changed);
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

function caseFromColumns(row: Omit<StoredCaseRow, 'state'>): CaseState {
  const subject = caseSubject(row.key);
  return {
    key: row.key,
    kind: CASE_KINDS[row.kind] ?? 'localization',
    cause: row.cause,
    consequence: row.consequence === null ? null : (consequenceKinds[row.consequence] ?? null),
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
    request: null,
    run: {
      number: 1,
      outcome: row.outcome,
      operation: row.operation,
      errorCode: row.errorCode,
      errorCodes: decodeCodes(row.codes),
      errorTypes: [],
      iccid: row.iccid,
      countryCode: row.country,
      from: row.firstAt,
      to: row.lastAt,
      seqs: [row.firstSeq],
      events: 1,
      reports: [],
      endedCreatedAt: null,
      notBefore: null,
      createdAt: null,
      afterCreatedAt: null,
      heard: [],
      toldAt: row.lastAt,
    },
    own: EMPTY_OPERATOR_STATE,
    stay: null,
    openedSeq: null,
    updatedAt: null,
    reportSeq: null,
    failedAt: row.failedAt,
    failedSeq: row.failedSeq,
    causeSeq: row.failedSeq,
    failedFor: [],
  };
}
