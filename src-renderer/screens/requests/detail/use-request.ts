/** Reads again after board updates and keeps the old value meanwhile. An update does not restart a running read. */
import { useRef } from 'react';
import type { CaseDetail, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import type { CaseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { useWatchQuery, type WatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useBoard, useStores } from '../../../stores/use-stores.ts';

interface OpenedRequest {
  readonly detail: CaseDetail;
  readonly requestDetail: ChangeRequestDetail;
}

export function useRequest(key: CaseKey): WatchQuery<OpenedRequest> {
  const { backend } = useStores();
  const board = useBoard((state) => state.board);
  /** Kept, because the facts are large and change only with a new event. */
  const lastDetail = useRef<{ readonly key: string; readonly requestDetail: ChangeRequestDetail } | null>(null);
  const load = async ({ watch }: { readonly watch: WatchId }): Promise<OpenedRequest> => {
    const detail = await backend.cases.detail.query({ watch, key });
    const detailKey = `${watch} ${key}`;
    const { current } = lastDetail;
    if (current?.key === detailKey && current.requestDetail.seq === detail.summary.lastSeq)
      return { detail, requestDetail: current.requestDetail };
    const requestDetail = await backend.cases.changeRequestDetail.query({ watch, key });
    lastDetail.current = { key: detailKey, requestDetail };
    return { detail, requestDetail };
  };
  return useWatchQuery(key, load, { revision: board });
}
