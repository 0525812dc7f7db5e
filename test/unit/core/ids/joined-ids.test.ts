import { describe, expect, it } from 'vitest';
import { type IdBundle, joinedIds } from '../../../../src-main/core/ids/joined-ids.ts';
import type { SubjectIdKind } from '../../../../src-shared/api/ids/subject.ts';

const bundle = (seq: number, ids: Partial<Record<SubjectIdKind, string>>): IdBundle => ({
  evidence: { at: seq * 1_000, seq, row: null },
  ids: Object.entries(ids).map(([kind, value]) => ({ kind: kind as SubjectIdKind, value })),
});
const LOCALIZED = bundle(1, { eid: 'E1', iccid: 'C1' });
const OTHER_PROFILE = bundle(2, { eid: 'E1', iccid: 'C2' });
const CHANGED = bundle(3, { iccid: 'C1', imsi: 'I1', msisdn: 'M1' });
const OF_ANOTHER = bundle(4, { iccid: 'C9', imsi: 'I9' });

function joinsOf(asked: string, ...bundles: readonly IdBundle[]) {
  const { ids, contradictions } = joinedIds(asked, bundles);
  return {
    ids: ids.map(({ value, joined }) => (joined === null ? value : `${value} by ${joined.with} in ${joined.seq}`)),
    contradictions: contradictions.map(
      ({ of, values }) => `${of}: ${values.map(({ value, seq }) => `${value} in ${seq}`).join(', ')}`,
    ),
  };
}

describe('joined identifiers', () => {
  it.each<[string, string[]]>([
    ['I1', ['I1', 'C1 by I1 in 3', 'M1 by I1 in 3', 'E1 by C1 in 1', 'C2 by E1 in 2']],
    ['c9', ['C9', 'I9 by C9 in 4']],
    ['M1', ['M1', 'C1 by M1 in 3', 'I1 by M1 in 3', 'E1 by C1 in 1', 'C2 by E1 in 2']],
    ['X1', []],
  ])('[PAGE-442] name for %s the event that shows each: %j', (asked, ids) => {
    expect(joinsOf(asked, LOCALIZED, OTHER_PROFILE, CHANGED, OF_ANOTHER)).toEqual({ ids, contradictions: [] });
  });

  it('[PAGE-442] report a contradiction, and join only the newest side of it', () => {
    const reissued = bundle(5, { iccid: 'C7', msisdn: 'M1' });
    expect(joinsOf('M1', CHANGED, reissued, LOCALIZED)).toEqual({
      ids: ['M1', 'C7 by M1 in 5'],
      contradictions: ['M1: C7 in 5, C1 in 3'],
    });
  });

  it('accept several profiles of one eUICC, but not two eUICCs of one profile', () => {
    const moved = bundle(6, { eid: 'E2', iccid: 'C1' });
    expect(joinsOf('C1', LOCALIZED, OTHER_PROFILE, moved)).toEqual({
      ids: ['C1', 'E2 by C1 in 6'],
      contradictions: ['C1: E2 in 6, E1 in 1'],
    });
  });
});
