/** Sends one request at a time; a refresh meanwhile starts another one. An error keeps the last value. */
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import type { Loadable } from './watch-scoped.ts';

export const NOT_LOADED = { value: null, asOf: null, error: null } as const satisfies Loadable<never>;

export function createLatestLoader<T>(
  read: (watch: WatchId, now: number) => Promise<T>,
  now: () => number,
  onResult: (result: Partial<Loadable<T>>) => void,
) {
  let opened: { readonly watch: WatchId; isReading: boolean; isStale: boolean } | null = null;

  async function readOn(source: NonNullable<typeof opened>): Promise<void> {
    source.isReading = true;
    source.isStale = false;
    const asOf = now();
    try {
      const value = await read(source.watch, asOf);
      if (source === opened) onResult({ value, asOf, error: null });
    } catch (error) {
      if (source === opened) onResult({ error: asError(error) });
    }
    source.isReading = false;
    if (source.isStale && source === opened) await readOn(source);
  }

  return {
    open(watch: WatchId | null) {
      opened = watch === null ? null : { watch, isReading: false, isStale: false };
    },
    refresh() {
      if (opened === null) return;
      opened.isStale = true;
      if (!opened.isReading) void readOn(opened);
    },
    get watch() {
      return opened?.watch ?? null;
    },
  };
}
