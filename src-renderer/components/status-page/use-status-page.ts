import type { StatusPageReport } from '../../../src-shared/domain/coverage/provider-incident.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';

/**
 * Returns null until it is read, and if the profile names no status page.
 * @param key identifies the span, UTC epoch ms, that the load reads; it may move with the clock
 */
export function useStatusPage(
  key: string,
  span: { readonly from: number; readonly to: number },
): StatusPageReport | null {
  const { backend } = useStores();
  const revision = useWatch(({ shown }) => shown?.coverageRevision ?? 0);
  const { value } = useWatchQuery<{ readonly page: StatusPageReport | null }>(
    key,
    async ({ watch, signal }) => ({ page: await backend.coverage.statusPage.query({ watch, ...span }, { signal }) }),
    { revision },
  );
  return value?.page ?? null;
}
