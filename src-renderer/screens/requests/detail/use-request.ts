/**
 * Reads the open request: its case and the facts of its newest event. Reads again after board updates and keeps the old
 * value meanwhile. An update does not restart a running read.
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

/** @param onRead called with each new summary */
export function useRequest(key: CaseKey, onRead: (row: CaseSummary) => void): BoardQueryResult<OpenedRequest> {
  const { backend } = useStores();
  /** Kept, because the facts are large and change only with a new event. */
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
