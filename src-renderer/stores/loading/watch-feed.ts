/** Items and errors of a watch that is no longer shown are dropped. */
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import type { FeedListener, Stop } from '../../backend/client.ts';

interface WatchFeedOptions<Item> {
  readonly subscribe: (watch: WatchId, listener: FeedListener<Item>) => Stop;
  readonly onData: (item: Item) => void;
  readonly onErrors: (errors: { readonly feedError?: Error | null; readonly requestError?: Error | null }) => void;
  /** Called when no watch is shown, and before the next one. */
  readonly reset: () => void;
}

export function createWatchFeed<Item>({ subscribe, onData, onErrors, reset }: WatchFeedOptions<Item>) {
  let opened: { readonly watch: WatchId; stop: Stop } | null = null;

  function listen(watch: WatchId): void {
    const subscription = { watch, stop: (): void => undefined };
    opened = subscription;
    subscription.stop = subscribe(watch, {
      onData(item) {
        if (opened !== subscription) return;
        onErrors({ feedError: null });
        onData(item);
      },
      onEnd(error) {
        if (opened === subscription && error !== null) onErrors({ feedError: error });
      },
    });
  }
  function close(): void {
    opened?.stop();
    opened = null;
    reset();
  }

  function open({ watch }: { readonly watch: WatchId }): void {
    close();
    listen(watch);
  }
  /** Opens a failed feed again. What it emitted before stays. */
  function resubscribe(): void {
    if (opened === null) return;
    opened.stop();
    onErrors({ feedError: null });
    listen(opened.watch);
  }
  /** @returns the answer; null if the request failed or another watch is shown now */
  async function request<T>(call: (watch: WatchId) => Promise<T>): Promise<{ readonly value: T } | null> {
    if (opened === null) return null;
    const { watch } = opened;
    onErrors({ requestError: null });
    try {
      const value = await call(watch);
      return opened?.watch === watch ? { value } : null;
    } catch (error) {
      if (opened?.watch === watch) onErrors({ requestError: asError(error) });
      return null;
    }
  }
  async function send(call: (watch: WatchId) => Promise<void>): Promise<void> {
    await request(call);
  }
  return { shownWatch: () => opened?.watch ?? null, open, close, resubscribe, request, send };
}
