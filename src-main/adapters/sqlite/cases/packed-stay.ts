/** Packs a stay into a list without names. It leaves out the values of columns. */
import { type CauseKey, consequenceKinds } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { CaseStay } from '../../../core/ports/case-projection.ts';
import { packText, packNumber, packWord, unpackText, unpackNumber, unpackWord, withoutEnd } from './compact-values.ts';

const BEGINNINGS = ['opened', 'back', 'moved'] as const;
const ENDS = ['well', 'done', 'moved'] as const;

/** Values that the row of the stay, or of its case, has in columns. */
export interface ExpectedStay extends Pick<
  CaseStay,
  'countryCode' | 'from' | 'fromSeq' | 'failedResources' | 'resources'
> {
  readonly cause: CauseKey | null;
  readonly consequence: CaseStay['consequence'] | null;
  /** Expected end of a stay that has ended. */
  readonly to: number;
}

export type PackedStay = readonly [
  from?: number,
  fromSeq?: number,
  began?: number | string,
  to?: number,
  ended?: number | string,
  countryCode?: string | 0 | null,
  consequence?: number | string,
  failedResources?: number,
  resources?: number,
  cause?: string | 0 | null,
];

export function packStay(stay: CaseStay, expected: ExpectedStay): PackedStay {
  return withoutEnd<PackedStay>([
    packNumber(stay.from, expected.from),
    expected.fromSeq - stay.fromSeq,
    packWord(stay.began, BEGINNINGS),
    packNumber(stay.to, expected.to),
    packWord(stay.ended, ENDS),
    packText(stay.countryCode, expected.countryCode),
    stay.consequence === expected.consequence ? 0 : packWord(stay.consequence, consequenceKinds),
    stay.failedResources - expected.failedResources,
    stay.resources - expected.resources,
    packText(stay.cause, expected.cause),
  ]);
}

export function unpackStay(packed: PackedStay, expected: ExpectedStay): CaseStay {
  const [from = 0, fromSeq = 0, began = 0, to = 0, ended = 0, countryCode = 0, consequence = 0] = packed;
  const [, , , , , , , failedResources = 0, resources = 0, cause = 0] = packed;
  return {
    consequence: unpackWord(consequence, consequenceKinds) ?? expected.consequence ?? 'not-known',
    countryCode: unpackText(countryCode, expected.countryCode),
    failedResources: failedResources + expected.failedResources,
    resources: resources + expected.resources,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of ours
    cause: unpackText(cause, expected.cause) as CauseKey,
    from: unpackNumber(from, expected.from) ?? expected.from,
    fromSeq: expected.fromSeq - fromSeq,
    began: unpackWord(began, BEGINNINGS) ?? 'opened',
    to: unpackNumber(to, expected.to),
    ended: unpackWord(ended, ENDS),
  };
}
