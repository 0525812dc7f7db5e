import type {
  ActionRequest,
  Board,
  CaseDetail,
  CaseList,
  CaseListQuery,
  ChangeRequestDetail,
  ResourcesPage,
  ResourcesQuery,
} from '../../../src-shared/api/cases.ts';
import type { CaseKey } from '../../../src-shared/domain/cases/case.ts';

type WithoutWatch<Query extends { readonly watch: unknown }> = Omit<Query, 'watch'>;

export interface Cases {
  /** Yields the current board immediately, then each change, at most twice a second and at least once a minute. */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly board: Board }, void, undefined>;
  /** @throws AppError STORE_… */
  list(query: WithoutWatch<CaseListQuery>, signal?: AbortSignal): Promise<CaseList>;
  /** @throws AppError NO_CASE */
  detail(key: CaseKey): Promise<CaseDetail>;
  /**
   * Returns the content of the report that counts for a request.
   * @throws AppError NO_CASE
   */
  requestDetail(key: CaseKey): Promise<ChangeRequestDetail>;
  resources(query: WithoutWatch<ResourcesQuery>): Promise<ResourcesPage>;
  /**
   * Resolves when the action is stored; the board follows.
   * @throws AppError STORE_UNWRITABLE
   */
  act(act: WithoutWatch<ActionRequest>): Promise<void>;
  /** Resolves when every event and action that is stored now is applied, or when the signal is aborted. */
  waitUntilCaughtUp(signal?: AbortSignal): Promise<void>;
}
