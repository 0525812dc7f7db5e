import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RecordedActions } from '../../src-shared/api/cases.ts';
import type { Author } from '../../src-shared/domain/cases/action.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';

export interface UndoOffer extends RecordedActions {
  readonly watch: WatchId;
  readonly author: Author | null;
  readonly words: string;
  /** End of the offer, UTC epoch ms. A done case can be reopened later, too. */
  readonly until: number;
}

export type UndoStore = StoreApi<{ readonly offer: UndoOffer | null }>;

export function createUndoStore(): UndoStore {
  return createStore(() => ({ offer: null }));
}
