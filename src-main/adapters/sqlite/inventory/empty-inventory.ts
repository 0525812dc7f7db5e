import { appError } from '../../../../src-shared/api/errors.ts';
import type { InventoryWorkerReader } from './inventory-worker.ts';

/* oxlint-disable typescript/require-await -- a throw becomes a rejection, as on the other side of a thread */
export const EMPTY_INVENTORY: InventoryWorkerReader = {
  searches: async () => [],
  notAccepted: async () => [],
  async rows({ id }) {
    throw appError('NO_SEARCH', { id });
  },
  async items({ id }) {
    throw appError('NO_SEARCH', { id });
  },
  async item({ id }) {
    throw appError('NO_SEARCH', { id });
  },
  async fields(id) {
    throw appError('NO_SEARCH', { id });
  },
  find: async () => ({ found: [], next: null }),
  async compare({ id }) {
    if (id !== null) throw appError('NO_SEARCH', { id });
    return { found: [], near: [], looked: 0, next: null };
  },
  close: async () => undefined,
};
