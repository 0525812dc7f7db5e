/** A store read in the thread that asks: for a command that does nothing else, and for tests. */
import type { EventReader } from '../../core/ports/event-store.ts';
import { openStoreReader, type StoreReader } from './store-reader.ts';

/** `path`: of the database, as `listStores` tells it. @throws AppError NO_STORE, STORE_… */
export function openEventReader(path: string): EventReader {
  return new InThreadReader(openStoreReader(path));
}

/* oxlint-disable typescript/require-await -- what the reader throws becomes a rejection, as of any other */
class InThreadReader implements EventReader {
  readonly #reader: StoreReader;

  constructor(reader: StoreReader) {
    this.#reader = reader;
  }

  async extent() {
    return this.#reader.extent();
  }

  async slice(query: Parameters<EventReader['slice']>[0]) {
    return this.#reader.slice(query);
  }

  async count(query: Parameters<EventReader['count']>[0]) {
    return this.#reader.count(query);
  }

  async event(seq: number) {
    return this.#reader.event(seq);
  }

  async coverage(span: { from: number; to: number }) {
    return this.#reader.coverage(span);
  }

  async close(): Promise<void> {
    this.#reader.close();
  }
}
