import type { FeedListener } from '../../src-renderer/backend/client.ts';

/** A feed of a backend double: emits only what the test emits, after the current item if there is one. */
export class PageFeed<Item, Input = unknown> {
  readonly listeners = new Set<FeedListener<Item>>();
  readonly #current: ((input: Input) => Item) | null;

  constructor(current: ((input: Input) => Item) | null = null) {
    this.#current = current;
  }
  readonly subscribe = (input: Input, listener: FeedListener<Item>): (() => void) => {
    this.listeners.add(listener);
    if (this.#current !== null) listener.onData(this.#current(input));
    return () => void this.listeners.delete(listener);
  };
  emit(item: Item): void {
    for (const listener of this.listeners) listener.onData(item);
  }
  end(error: Error | null): void {
    for (const listener of this.listeners) listener.onEnd(error);
  }
}
