/** Packs what a request case knows of its newest report into a list without names. */
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

/** Values that the row of the case has in columns. */
interface ExpectedReport {
  readonly lastAt: number;
  readonly lastSeq: number;
  readonly operation: string | null;
  /** In small letters. */
  readonly createdBy: string | null;
  readonly target: string | null;
}

/** In the order of `packReport`. The first three are enough for a report whose text could not be read. */
export type PackedReport = readonly [
  updatedAt?: PackedInstant,
  reportSeq?: number,
  isMissing?: 0 | 1,
  createdAt?: PackedInstant,
  size?: number | null,
  completed?: number | null,
  failed?: number | null,
  target?: string | 0 | null,
  createdBy?: string | 0 | null,
  type?: string | 0 | null,
  isInconsistent?: 0 | 1,
];

export function packReport({ request, updatedAt, reportSeq }: RequestReport, row: ExpectedReport): PackedReport {
  const { lastAt, lastSeq, operation } = row;
  const updated = packInstant(updatedAt, lastAt);
  const seq = packNumber(reportSeq, lastSeq);
  if (request === null) return [updated, seq, 1];
  return withoutEnd<PackedReport>([
    updated,
    seq,
    0,
    packInstant(request.createdAt, lastAt),
    request.size,
    request.completed,
    request.failed,
    packText(request.target, row.target),
    packText(request.createdBy, row.createdBy),
    packText(request.type, operation),
    request.consistent ? 0 : 1,
  ]);
}

export function unpackReport(packed: PackedReport, row: ExpectedReport): RequestReport {
  const [updatedAt = 0, reportSeq = 0, isMissing = 0, createdAt = 0, size = 0, completed = 0, failed = 0] = packed;
  const [, , , , , , , target = 0, createdBy = 0, type = 0, isInconsistent = 0] = packed;
  const request = {
    type: unpackText(type, row.operation),
    size,
    completed,
    failed,
    consistent: isInconsistent === 0,
    createdBy: unpackText(createdBy, row.createdBy),
    target: unpackText(target, row.target),
    createdAt: unpackInstant(createdAt, row.lastAt),
  };
  return {
    request: isMissing === 1 ? null : request,
    updatedAt: unpackInstant(updatedAt, row.lastAt),
    reportSeq: unpackNumber(reportSeq, row.lastSeq),
  };
}
