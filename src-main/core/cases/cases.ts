/**
 * What failed in one watch and what becomes of it, as everybody asks for it. All of it is made of stored events and facts,
 * and can be read without a network and without a sign-in.
 */
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
import type { CaseKey } from '../../../src-shared/domain/case.ts';

type WithoutWatch<Query extends { readonly watch: unknown }> = Omit<Query, 'watch'>;

export interface Cases {
  /** The present board at once, then each change, at most twice a second, and once a minute where nothing changes. */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly board: Board }, void, undefined>;
  /** @throws AppError STORE_… */
  list(query: WithoutWatch<CaseListQuery>, signal?: AbortSignal): Promise<CaseList>;
  /** @throws AppError NO_CASE */
  detail(key: CaseKey): Promise<CaseDetail>;
  /** Of a request: its newest event, read whole. @throws AppError NO_CASE */
  requestFacts(key: CaseKey): Promise<ChangeRequestDetail>;
  resources(query: WithoutWatch<ResourcesQuery>): Promise<ResourcesPage>;
  /** Stored when it resolves; the board follows. @throws AppError STORE_UNWRITABLE */
  act(act: WithoutWatch<ActionRequest>): Promise<void>;
  /** Resolves when every event and fact that is stored now was taken, or the signal is aborted. */
  waitUntilCaughtUp(signal?: AbortSignal): Promise<void>;
}
