/** Packs what a request case knows of its newest report into a list without names. */
import type { GroupResources } from '../../../../src-shared/domain/event/request-group.ts';
import type { CaseState } from '../../../core/ports/case-projection.ts';
import {
  packInstant,
  type PackedInstant,
  packNumber,
  packText,
  unpackInstant,
  unpackNumber,
  unpackText,
  withoutEnd,
} from './compact-values.ts';

type RequestReport = Pick<CaseState, 'request' | 'updatedAt' | 'reportSeq'>;

/** Texts of a request that the row has in columns, because many requests share them. */
export const REQUEST_TEXTS = ['target', 'createdBy', 'company'] as const;
export type RequestTexts = Pick<NonNullable<CaseState['request']>, (typeof REQUEST_TEXTS)[number]>;

/** Written out, because each stored case asks for it. */
export function requestTexts(from: RequestTexts | null): RequestTexts {
  return { target: from?.target ?? null, createdBy: from?.createdBy ?? null, company: from?.company ?? null };
}

/** Values that the row of the case has. */
interface ExpectedReport extends Pick<CaseState, 'operation' | 'lastSeq'>, GroupResources, RequestTexts {}

/** In the order of `packReport`. The first three are enough for a report whose text could not be read. */
export type PackedReport = readonly [
  updatedAt?: PackedInstant,
  reportSeq?: number,
  isMissing?: 0 | 1,
  createdAt?: PackedInstant,
  type?: string | 0 | null,
  size?: number,
  failed?: number,
  /** A list, because the difference of two counts may be too large to be exact. */
  completed?: 0 | readonly [number | null],
  isInconsistent?: 0 | 1,
];

/** @param at a time close to that of the report, UTC epoch ms */
export function packReport(
  { request, updatedAt, reportSeq }: RequestReport,
  expected: ExpectedReport,
  at: number,
): PackedReport {
  const updated = packInstant(updatedAt, at);
  const seq = packNumber(reportSeq, expected.lastSeq);
  if (request === null) return [updated, seq, 1];
  return withoutEnd<PackedReport>([
    updated,
    seq,
    0,
    packInstant(request.createdAt, at),
    packText(request.type, expected.operation),
    packNumber(request.size, expected.resources),
    packNumber(request.failed, expected.failedResources),
    request.completed === expectedCompleted(expected) ? 0 : [request.completed],
    request.consistent ? 0 : 1,
  ]);
}

export function unpackReport(packed: PackedReport, expected: ExpectedReport, at: number): RequestReport {
  const [updatedAt = 0, reportSeq = 0, isMissing = 0, createdAt = 0, type = 0] = packed;
  const [, , , , , size = 0, failed = 0, completed = 0, isInconsistent = 0] = packed;
  const request = {
    type: unpackText(type, expected.operation),
    size: unpackNumber(size, expected.resources),
    completed: completed === 0 ? expectedCompleted(expected) : completed[0],
    failed: unpackNumber(failed, expected.failedResources),
    consistent: isInconsistent === 0,
    ...requestTexts(expected),
    createdAt: unpackInstant(createdAt, at),
  };
  return {
    request: isMissing === 1 ? null : request,
    updatedAt: unpackInstant(updatedAt, at),
    reportSeq: unpackNumber(reportSeq, expected.lastSeq),
  };
}

function expectedCompleted({ resources, failedResources }: GroupResources): number {
  return resources - failedResources;
}
