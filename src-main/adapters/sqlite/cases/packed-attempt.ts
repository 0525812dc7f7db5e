/** Packs an attempt into a list without names. It leaves out the values of columns; times are relative to its end. */
import { localizationSteps } from '../../../../src-shared/domain/cases/case-keys.ts';
import { outcomes } from '../../../../src-shared/domain/event/outcomes.ts';
import type { AttemptState, StepReport } from '../../../core/ports/case-projection.ts';
import {
  packText,
  packNumber,
  packRareNumber,
  packWord,
  packTexts,
  unpackText,
  unpackNumber,
  unpackRareNumber,
  unpackTexts,
  unpackWord,
  withoutEnd,
} from './compact-values.ts';

/** Values that the row of the attempt, or of its case, has in columns. */
export interface ExpectedAttempt extends Pick<
  AttemptState,
  'number' | 'outcome' | 'operation' | 'errorCode' | 'iccid' | 'countryCode' | 'to'
> {
  /** Null: only the error code itself. */
  readonly errorCodes: readonly string[] | null;
  readonly lastSeq: number;
  /** True if another attempt of its case followed. */
  readonly isPast: boolean;
}

/** In the order of `packAttempt`: what most attempts have comes first. */
export type PackedAttempt = readonly [
  seqs?: number | readonly number[],
  to?: number,
  reports?: readonly number[] | 0,
  notBefore?: number,
  iccid?: string | 0 | null,
  countryCode?: string | 0 | null,
  operation?: number | string | null,
  outcome?: number | string,
  createdAt?: number,
  heard?: readonly number[] | 0,
  afterCreatedAt?: number,
  errorCode?: string | 0 | null,
  errorTypes?: readonly string[] | 0,
  errorCodes?: readonly string[] | 0,
  from?: number,
  events?: number,
  number?: number,
  endedCreatedAt?: number,
  toldAt?: number,
  toldSeq?: number,
  retry?: number,
];

const OPERATIONS = [...localizationSteps, 'LOCALIZED'] as const;

export function packAttempt(run: AttemptState, expected: ExpectedAttempt): PackedAttempt {
  const { to, createdAt, errorCode, operation } = run;
  const lastSeq = run.seqs.at(-1) ?? expected.lastSeq;
  const packProviderTime = expected.isPast ? packRareNumber : packNumber;
  return withoutEnd<PackedAttempt>([
    packSeqs(run.seqs, expected.lastSeq),
    packNumber(to, expected.to),
    run.reports.length === 0 ? 0 : withoutEnd(run.reports.flatMap((report) => packReport(report, to, lastSeq))),
    packRareNumber(run.notBefore, to),
    packText(run.iccid, expected.iccid),
    packText(run.countryCode, expected.countryCode),
    operation === expected.operation ? 0 : operation === null ? null : packWord(operation, OPERATIONS),
    run.outcome === expected.outcome ? 0 : packWord(run.outcome, outcomes),
    packProviderTime(createdAt, to),
    run.heard.length === 0 ? 0 : run.heard,
    packRareNumber(run.afterCreatedAt, createdAt ?? to),
    packText(errorCode, expected.errorCode),
    packTexts(run.errorTypes, []),
    packTexts(run.errorCodes, expected.errorCodes ?? onlyCode(errorCode)),
    packNumber(run.from, to),
    run.events - run.seqs.length,
    run.number - expected.number,
    packProviderTime(run.endedCreatedAt, createdAt ?? to),
    packNumber(run.toldAt, to),
    lastSeq - run.toldSeq,
    2 * run.retry + Number(run.isRecovery),
  ]);
}

export function unpackAttempt(packed: PackedAttempt, expected: ExpectedAttempt): AttemptState {
  const [seqs = 0, end = 0, reports = 0, notBefore = 0, iccid = 0, countryCode = 0, word = 0, outcome = 0] = packed;
  const [, , , , , , , , created = 0, heard = 0, afterCreated = 0, code = 0, errorTypes = 0, errorCodes = 0] = packed;
  const [
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    from = 0,
    events = 0,
    number = 0,
    endedCreated = 0,
    toldAt = 0,
    toldSeq = 0,
    retry = 0,
  ] = packed;
  const to = unpackNumber(end, expected.to) ?? expected.to;
  const unpackProviderTime = expected.isPast ? unpackRareNumber : unpackNumber;
  const createdAt = unpackProviderTime(created, to);
  const errorCode = unpackText(code, expected.errorCode);
  const unpackedSeqs = unpackSeqs(seqs, expected.lastSeq);
  return {
    number: number + expected.number,
    outcome: unpackWord(outcome, outcomes) ?? expected.outcome,
    operation: word === 0 ? expected.operation : word === null ? null : unpackWord<string>(word, OPERATIONS),
    errorCode,
    errorCodes: unpackTexts(errorCodes, expected.errorCodes ?? onlyCode(errorCode)),
    errorTypes: unpackTexts(errorTypes, []),
    iccid: unpackText(iccid, expected.iccid),
    countryCode: unpackText(countryCode, expected.countryCode),
    from: unpackNumber(from, to) ?? to,
    to,
    seqs: unpackedSeqs,
    events: events + unpackedSeqs.length,
    reports: reports === 0 ? [] : unpackReports(reports, to, unpackedSeqs.at(-1) ?? expected.lastSeq),
    endedCreatedAt: unpackProviderTime(endedCreated, createdAt ?? to),
    notBefore: unpackRareNumber(notBefore, to),
    createdAt,
    afterCreatedAt: unpackRareNumber(afterCreated, createdAt ?? to),
    heard: heard === 0 ? [] : heard,
    toldAt: unpackNumber(toldAt, to) ?? to,
    toldSeq: (unpackedSeqs.at(-1) ?? expected.lastSeq) - toldSeq,
    retry: retry >> 1,
    isRecovery: retry % 2 === 1,
  };
}

function onlyCode(code: string | null): readonly string[] {
  return code === null ? [] : [code];
}

/** Differences from one seq to the one before it, from the newest; a number if there is one seq. */
function packSeqs(seqs: readonly number[], expected: number): number | readonly number[] {
  const differences = seqs.toReversed().map((seq, index, newestFirst) => (newestFirst[index - 1] ?? expected) - seq);
  const [first] = differences;
  return differences.length === 1 && first !== undefined ? first : differences;
}

function unpackSeqs(packed: number | readonly number[], expected: number): number[] {
  const seqs: number[] = [];
  let seq = expected;
  for (const difference of typeof packed === 'number' ? [packed] : packed) seqs.push((seq -= difference));
  return seqs.toReversed();
}

function packReport({ step, failed, at, seq }: StepReport, to: number, lastSeq: number): number[] {
  return [2 * localizationSteps.indexOf(step) + Number(failed), packNumber(at, to), lastSeq - seq];
}

function unpackReports(packed: readonly number[], to: number, lastSeq: number): StepReport[] {
  const reports: StepReport[] = [];
  for (let index = 0; index < packed.length; index += 3) {
    const [kind = 0, at = 0, seq = 0] = packed.slice(index, index + 3);
    const step = localizationSteps[kind >> 1];
    if (step !== undefined)
      reports.push({ step, failed: kind % 2 === 1, at: unpackNumber(at, to) ?? to, seq: lastSeq - seq });
  }
  return reports;
}
