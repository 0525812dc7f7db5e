/** What is answered where no book is yet. */
import type { BookReader } from '../../core/ports/case-book.ts';

export const EMPTY_BOOK: BookReader = {
  position: async () => ({ cursor: 0, facts: 0 }),
  board: async () => ({ position: { cursor: 0, facts: 0 }, groups: [], endedWell: 0 }),
  sparks: async ({ keys, steps }) => keys.map((key) => ({ key, counts: Array.from({ length: steps }, () => 0) })),
  list: async () => ({ cases: [], next: null, total: 0 }),
  cases: async () => [],
  attempts: async () => [],
  stays: async () => ({ stays: [], next: null }),
  close: async () => undefined,
};
