import { describe, expect, it } from 'vitest';
import type { CaseStay } from '../../../../src-main/core/ports/case-projection.ts';
import { caseTimes, measureCases } from '../../../../src-main/core/reports/case-times.ts';
import type { Action, StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { type CaseKey, type Cause, causeKey, type CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { allocationFailure, aStay, eidKey } from '../../../doubles/case-states.ts';
import { OLIVIA } from '../../../doubles/cases-over-store.ts';

const DOWNLOAD: Cause = { ...allocationFailure, operation: 'DOWNLOADED', code: 'START_PROFILE_DOWNLOAD_FAILED' };
const GROUP = causeKey(allocationFailure);
const SPAN = { from: 1_000, to: 2_000 };
const [ONE, TWO] = [eidKey(1), eidKey(2)];

const stay = (key: CaseKey, changes: Partial<CaseStay>) => ({
  key,
  stay: aStay(changes.from ?? 1, { cause: GROUP, began: 'opened', to: null, ended: null, ...changes }),
});
let actions = 0;
const act = (at: number, what: Action, ...subjects: (CaseKey | CauseKey)[]): StoredActionEntry => ({
  id: `action-${(actions += 1)}`,
  number: actions,
  afterSeq: at,
  at,
  author: OLIVIA,
  subjects,
  what,
  text: '',
});
const TAKE = { kind: 'take' } as const;
const open = (ms: number) => ({ ms, isOpen: true });
const over = (ms: number) => ({ ms, isOpen: false });

describe('[REPORT-6] the times of the cases of a span', () => {
  it('begin with the failure that opened each, and go on under other causes', () => {
    const stays = [
      stay(ONE, { from: 1_100, to: 1_200, ended: 'moved' }),
      stay(ONE, { from: 1_200, began: 'moved', cause: causeKey(DOWNLOAD), to: 1_500, ended: 'well' }),
      stay(TWO, { from: 900, to: 1_300, ended: 'well' }),
      stay(TWO, { from: 1_400, began: 'back', to: 1_450, ended: 'done' }),
    ];
    expect(measureCases(stays, [], SPAN).ended).toEqual([over(400), over(50)]);
  });

  it('count what was open at the end of the span as at least that long, whatever happened later', () => {
    const stays = [stay(ONE, { from: 1_600, to: 2_500, ended: 'well' }), stay(TWO, { from: 1_700 })];
    const late = act(2_100, TAKE, ONE, TWO);
    expect(measureCases(stays, [late], SPAN)).toEqual({
      taken: [open(400), open(300)],
      ended: [open(400), open(300)],
      waiting: [],
    });
  });

  it('count a case that ended before anyone took it as not taken until then', () => {
    const stays = [stay(ONE, { from: 1_100, to: 1_300, ended: 'well' }), stay(TWO, { from: 1_100 })];
    const { taken } = measureCases(stays, [act(1_150, TAKE, TWO), act(1_160, TAKE, TWO)], SPAN);
    expect(taken).toEqual([open(200), over(50)]);
  });

  it('leave an undone action out', () => {
    const taking = act(1_150, TAKE, ONE);
    const undo = act(1_160, { kind: 'undo', of: taking.id, undone: TAKE }, ONE);
    expect(measureCases([stay(ONE, { from: 1_100 })], [taking, undo], SPAN).taken).toEqual([open(900)]);
  });

  it('count a case that joins a taken group as taken at once', () => {
    const stays = [stay(ONE, { from: 1_100 }), stay(TWO, { from: 1_400 })];
    const taking = act(1_150, TAKE, GROUP, ONE);
    expect(measureCases(stays, [taking], SPAN).taken).toEqual([over(50), over(0)]);
    const released = act(1_200, { kind: 'release' }, GROUP, ONE);
    expect(measureCases(stays, [taking, released], SPAN).taken).toEqual([over(50), open(600)]);
  });

  it('forget who took a group once it was over', () => {
    const stays = [stay(ONE, { from: 1_100, to: 1_200, ended: 'well' }), stay(TWO, { from: 1_400 })];
    expect(measureCases(stays, [act(1_150, TAKE, GROUP, ONE)], SPAN).taken).toEqual([over(50), open(600)]);
  });

  it('count the wait for the provider from the first ticket', () => {
    const stays = [stay(ONE, { from: 1_100, to: 1_900, ended: 'well' }), stay(TWO, { from: 1_100 })];
    const pack = (at: number, ticket: string | null, key: CaseKey) => act(at, { kind: 'pack', ticket }, key);
    const packs = [pack(1_200, null, ONE), pack(1_300, 'T-1', ONE), pack(1_400, 'T-2', ONE), pack(1_500, 'T-3', TWO)];
    expect(measureCases(stays, packs, SPAN).waiting).toEqual([over(600), open(500)]);
  });

  it('have a median and a 90 % point from 20 cases on', () => {
    const cases = Array.from({ length: 20 }, (_, index) => ({ ms: index + 1, isOpen: index >= 15 }));
    expect(caseTimes(cases.slice(1))).toEqual({ kind: 'too-few', cases: 19, open: 5 });
    expect(caseTimes(cases)).toEqual({ kind: 'times', cases: 20, open: 5, medianMs: 10, p90Ms: null });
  });
});
