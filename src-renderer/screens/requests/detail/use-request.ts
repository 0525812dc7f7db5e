/**
 * One request that is open: its case, and what its newest event says. Read again when the board says that something
 * happened; what was read stays meanwhile, and a reading that takes longer than boards come is not begun anew by them.
 */
import { useEffect, useRef } from 'react';
import type { CaseDetail, CaseSummary, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import type { CaseKey } from '../../../../src-shared/domain/case-keys.ts';
import { type BoardQueryResult, useBoardQuery } from '../../../stores/use-board-query.ts';
import { useStores } from '../../../stores/use-stores.ts';

interface OpenedRequest {
  readonly detail: CaseDetail;
  readonly facts: ChangeRequestDetail;
}

/** @param onRead told what is known of it now */
export function useRequest(key: CaseKey, onRead: (row: CaseSummary) => void): BoardQueryResult<OpenedRequest> {
  const { backend } = useStores();
  /** Large, and read once for each event. */
  const known = useRef<{ readonly of: string; readonly facts: ChangeRequestDetail } | null>(null);
  const reading = useBoardQuery<OpenedRequest>(key, async (watch) => {
    const detail = await backend.cases.detail(watch, key);
    const of = `${watch} ${key}`;
    const { current } = known;
    if (current?.of === of && current.facts.seq === detail.summary.lastSeq) return { detail, facts: current.facts };
    const facts = await backend.cases.changeRequestDetail(watch, key);
    known.current = { of, facts };
    return { detail, facts };
  });
  const { value } = reading;
  useEffect(() => {
    if (value !== null) onRead(value.detail.summary);
  }, [value, onRead]);
  return reading;
}
