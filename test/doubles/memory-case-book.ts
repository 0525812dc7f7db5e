/** Books of cases in memory, by profile id: all that the port promises, over plain maps and without any speed. */
import { EMPTY_BOOK } from '../../src-main/adapters/case-book/empty-book.ts';
import type { BookPosition, CaseBook, CaseBookOpener } from '../../src-main/core/ports/case-book.ts';
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';

export class MemoryCaseBooks implements CaseBookOpener {
  /** Where set, nothing is written. */
  failure: Error | null = null;
  readonly #nowhere: BookPosition = { cursor: 0, facts: 0 };

  open(_place: StorePlace): CaseBook {
    return {
      reader: EMPTY_BOOK,
      writer: {
        position: async () => this.#nowhere,
        cases: async () => [],
        groups: async () => [],
        openOf: async () => [],
        commit: async () => true,
        tidy: async () => false,
      },
      close: async () => undefined,
    };
  }

  openPrivate(place: StorePlace): CaseBook {
    return this.open(place);
  }
}
