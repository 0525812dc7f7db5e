/** Real SQLite stores without their two threads: they do the same with what they are told, and open at once. */
import { appError } from '../../src-shared/api/errors.ts';
import { openEventStore } from '../../src-main/adapters/event-store/event-store.ts';
import { readerMethods, writerMethods } from '../../src-main/adapters/event-store/store-methods.ts';
import type { Calls } from '../../src-main/adapters/event-store/worker-calls.ts';
import type { EventStoreOpener } from '../../src-main/core/ports/event-store.ts';

export function createInThreadStores({ dataDir }: { dataDir: string }): EventStoreOpener {
  return {
    open: (place) =>
      openEventStore(dataDir, place, {
        writer: (paths, ofPlace) => new DirectCalls(writerMethods(paths, ofPlace)),
        reader: (paths) => new DirectCalls(readerMethods(paths)),
      }),
  };
}

class DirectCalls<Callable extends Readonly<Record<string, (...args: never[]) => unknown>>> implements Calls<Callable> {
  readonly #methods: Callable;
  #closed = false;

  constructor(methods: Callable) {
    this.#methods = methods;
  }

  async call<Name extends keyof Callable & string>(
    method: Name,
    ...args: Parameters<Callable[Name]>
  ): Promise<ReturnType<Callable[Name]>> {
    if (this.#closed) throw appError('STORE_LOST', {});
    return Reflect.apply(this.#methods[method] as () => unknown, undefined, args) as ReturnType<Callable[Name]>;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    Reflect.apply(this.#methods['close'] as () => unknown, undefined, []);
  }
}
