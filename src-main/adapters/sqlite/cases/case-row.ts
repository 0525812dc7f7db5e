/**
 * Converts a case to a row: columns for lists, counts and sorting, and JSON for the rest. The JSON leaves out the
 * values of columns and those that most cases have, so that a success without actions is small.
 */
import {
  caseSubject,
  type ConsequenceKind,
  consequenceKinds,
  localizationSteps,
} from '../../../../src-shared/domain/cases/case-keys.ts';
import { requestResources } from '../../../../src-shared/domain/event/request-group.ts';
import type { Author } from '../../../../src-shared/domain/cases/action.ts';
import type { AttemptState, CaseState, OperatorState, StepReport } from '../../../core/ports/case-projection.ts';

export const CASE_KINDS = ['localization', 'request'] as const;

/** Columns that `caseFromRow` reads, by field. A column has the name of its field in snake case. */
const STORED_COLUMNS = {
  key: (state: CaseState) => state.key,
  kind: (state: CaseState): number => CASE_KINDS.indexOf(state.kind),
  outcome: (state: CaseState) => state.outcome,
  cause: (state: CaseState) => state.cause,
  consequence: (state: CaseState) => consequenceRank(state.consequence),
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
};

/** Columns for lists, counts and sorting only. Their values are also in the JSON. */
const QUERY_COLUMNS = {
  target: ({ request }: CaseState) => request?.target?.toLowerCase() ?? null,
  createdBy: ({ request }: CaseState) => request?.createdBy?.toLowerCase() ?? null,
  ownerId: ({ own }: CaseState) => own.owner?.id ?? null,
  ownerName: ({ own }: CaseState) => own.owner?.name ?? null,
  owner: ({ own }: CaseState) => own.owner?.name.toLowerCase() ?? null,
  /** If there is no owner, the time of the release. */
  ownedAt: ({ own }: CaseState) => own.ownedAt,
  touchedAt: ({ own }: CaseState) => own.touchedAt,
  mutedUntil: ({ own }: CaseState) => mutedUntil(own.mute),
  remindAt: ({ own }: CaseState) => own.remindAt,
  failedResources: (state: CaseState) => requestResources(state).failedResources,
  resources: (state: CaseState) => requestResources(state).resources,
};

type StoredColumns = typeof STORED_COLUMNS;
type StoredCaseColumns = { readonly [Field in keyof StoredColumns]: ReturnType<StoredColumns[Field]> };
export type StoredCaseRow = StoredCaseColumns & { readonly state: string };

const storedFields = Object.entries(STORED_COLUMNS);
const queryValues = Object.values(QUERY_COLUMNS);
const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** In the order of `caseRowValues`. */
export const CASE_COLUMNS = [...Object.keys(STORED_COLUMNS), ...Object.keys(QUERY_COLUMNS), 'state'].map(columnOf);
export const STORED_CASE_COLUMNS = [...Object.keys(STORED_COLUMNS), 'state']
  .map((field) => `${columnOf(field)} AS ${field}`)
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

export function caseRowValues(state: CaseState): unknown[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has exactly the fields of the table
  const stored = Object.fromEntries(storedFields.map(([field, value]) => [field, value(state)])) as StoredCaseColumns;
  return [...Object.values(stored), ...queryValues.map((value) => value(state)), serializeRest(state, stored)];
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

function serializeRest(state: CaseState, row: StoredCaseColumns): string {
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

function caseFromColumns(row: StoredCaseColumns): CaseState {
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
    before: null,
  };
}
