import type { FeedListener } from '../../src-renderer/backend/client.ts';

/** A feed of a backend double: emits only what the test emits, after the current item if there is one. */
export class PageFeed<Item, Input = unknown> {
  readonly #inputs = new Map<FeedListener<Item>, Input>();
  readonly #current: ((input: Input) => Item) | null;

  constructor(current: ((input: Input) => Item) | null = null) {
    this.#current = current;
  }
  readonly subscribe = (input: Input, listener: FeedListener<Item>): (() => void) => {
    this.#inputs.set(listener, input);
    if (this.#current !== null) listener.onData(this.#current(input));
    return () => void this.#inputs.delete(listener);
  };
  /** Emits to all subscribers, or only to those with such an input. */
  emit(item: Item, isFor: (input: Input) => boolean = () => true): void {
    for (const [listener, input] of this.#inputs) if (isFor(input)) listener.onData(item);
  }
  end(error: Error | null): void {
    const ended = [...this.#inputs.keys()];
    this.#inputs.clear();
    for (const listener of ended) listener.onEnd(error);
  }
}
