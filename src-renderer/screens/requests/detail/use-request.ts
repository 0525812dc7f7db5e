/**
 * Reads the open request: its case and the facts of its newest event. Reads again after board updates and keeps the old
 * value meanwhile. An update does not restart a running read.
 */
import { useRef } from 'react';
import type { CaseDetail, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import type { CaseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { type BoardQueryResult, useBoardQuery } from '../../../stores/queries/use-board-query.ts';
import { useStores } from '../../../stores/use-stores.ts';

interface OpenedRequest {
  readonly detail: CaseDetail;
  readonly requestDetail: ChangeRequestDetail;
}

export function useRequest(key: CaseKey): BoardQueryResult<OpenedRequest> {
  const { backend } = useStores();
  /** Kept, because the facts are large and change only with a new event. */
  const lastDetail = useRef<{ readonly key: string; readonly requestDetail: ChangeRequestDetail } | null>(null);
  return useBoardQuery<OpenedRequest>(key, async (watch) => {
    const detail = await backend.cases.detail.query({ watch, key });
    const detailKey = `${watch} ${key}`;
    const { current } = lastDetail;
    if (current?.key === detailKey && current.requestDetail.seq === detail.summary.lastSeq)
      return { detail, requestDetail: current.requestDetail };
    const requestDetail = await backend.cases.changeRequestDetail.query({ watch, key });
    lastDetail.current = { key: detailKey, requestDetail };
    return { detail, requestDetail };
  });
}
