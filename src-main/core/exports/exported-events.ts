/** Reads the events of an export, oldest first, and counts what its description says of them. */
import type { ExportAbout } from '../../../src-shared/domain/event/event-export.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { EventReader } from '../ports/event-store.ts';
import { type EventsQuery, readableEvents, type Unreadable } from './readable-events.ts';

const MAX_UNREADABLE_LISTED = 1_000;

export class ExportedEvents {
  count = 0;
  unreadableCount = 0;
  readonly #unreadable: Unreadable[] = [];
  #oldest: number | null = null;
  #newest: number | null = null;

  /** @param to null: everything that is stored now. @throws AppError STORE_…; the signal's reason */
  async *read(
    reader: EventReader,
    { filter, to, limit }: Pick<EventsQuery, 'filter'> & { readonly to: number | null; readonly limit: number | null },
    signal: AbortSignal,
  ): AsyncGenerator<StoredEvent, void, undefined> {
    const { newestSeq } = await reader.extent();
    const query = { filter, to: Math.min(newestSeq, to ?? newestSeq), ...(limit !== null && { limit }) };
    const onUnreadable = (what: Unreadable): void => {
      this.unreadableCount += 1;
      if (this.#unreadable.length < MAX_UNREADABLE_LISTED) this.#unreadable.push(what);
    };
    for await (const event of readableEvents(reader, query, onUnreadable, signal)) {
      signal.throwIfAborted();
      this.count += 1;
      // The wall clock may have been set between two events.
      this.#oldest = Math.min(this.#oldest ?? event.receivedAt, event.receivedAt);
      this.#newest = Math.max(this.#newest ?? event.receivedAt, event.receivedAt);
      yield event;
    }
  }

  get about(): Pick<ExportAbout, 'events' | 'oldest' | 'newest' | 'unreadable'> {
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return { events: this.count, oldest: iso(this.#oldest), newest: iso(this.#newest), unreadable: this.#unreadable };
  }
}
