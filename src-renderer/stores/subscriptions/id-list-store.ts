/**
 * The list stays while other screens are shown; the result belongs to one watch. Works in steps that can be cancelled.
 */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { createStore } from 'zustand/vanilla';
import { MAX_COMPARED_IDS } from '../../../src-shared/api/id-comparison.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import type { BackendClient } from '../../backend/client.ts';
import { type IdList, readIdList } from '../../text/id-list.ts';
import { runInSlices, type SliceScheduler } from '../../text/run-in-slices.ts';

export interface ComparisonScope {
  /** Id of the search; null for all stored rows. */
  readonly search: string | null;
  readonly rows: number;
  /** Time of the service's last answer, UTC epoch ms; for all rows, the oldest one. */
  readonly askedAt: number | null;
}

export interface ComparedIds {
  readonly scope: ComparisonScope;
  /** Indexes in `IdList.ids`, ascending. */
  readonly missing: readonly number[];
  readonly found: readonly number[];
  /** For missing ids: an existing id that differs by one character. */
  readonly near: ReadonlyMap<number, string>;
}

type Comparison =
  | { readonly kind: 'none' }
  /** `share`: progress from 0 to 1. */
  | { readonly kind: 'comparing'; readonly scope: ComparisonScope; readonly share: number }
  | ({ readonly kind: 'compared' } & ComparedIds)
  | { readonly kind: 'given-up'; readonly scope: ComparisonScope }
  | { readonly kind: 'failed'; readonly scope: ComparisonScope; readonly error: Error };

interface IdListState {
  readonly text: string;
  readonly list: IdList | null;
  readonly isReading: boolean;
  readonly comparison: Comparison;
}

const EMPTY_LIST: IdListState = { text: '', list: null, isReading: false, comparison: { kind: 'none' } };

export type IdListStore = ReturnType<typeof createIdListStore>;

export function createIdListStore(
  { subscriptions: backend }: Pick<BackendClient, 'subscriptions'>,
  slices: SliceScheduler,
) {
  const store = createStore<IdListState>(() => EMPTY_LIST);
  let watch: WatchId | null = null;
  let stopReading = (): void => undefined;
  /** A new object for each comparison; an answer for an earlier one is dropped. */
  let currentComparison: object | null = null;

  function read(text: string, column: number | null): void {
    stopReading();
    currentComparison = null;
    store.setState({ text, isReading: true, comparison: { kind: 'none' } });
    stopReading = runInSlices(readIdList(text, column), slices, (list) => {
      store.setState({ list, isReading: false });
    });
  }
  function forget(): void {
    currentComparison = null;
    store.setState({ comparison: { kind: 'none' } });
  }

  async function compareIds(
    ids: readonly string[],
    scope: ComparisonScope,
    comparison: object,
  ): Promise<ComparedIds | null> {
    const found = new Set<number>();
    const near = new Map<number, string>();
    for (let from = 0; from < ids.length; from += MAX_COMPARED_IDS) {
      const part = ids.slice(from, from + MAX_COMPARED_IDS);
      let looked = 0;
      let after: string | null = null;
      do {
        if (watch === null) return null;
        const batch = await backend.compare.query({ watch, id: scope.search, ids: part, after });
        if (currentComparison !== comparison) return null;
        for (const index of batch.found) found.add(from + index);
        for (const { place: index, value } of batch.near) if (!near.has(from + index)) near.set(from + index, value);
        looked += batch.looked;
        after = batch.next;
        const share = (from + part.length * Math.min(1, scope.rows === 0 ? 1 : looked / scope.rows)) / ids.length;
        store.setState({ comparison: { kind: 'comparing', scope, share } });
      } while (after !== null);
    }
    const missing: number[] = [];
    for (const index of ids.keys()) if (!found.has(index)) missing.push(index);
    return { scope, missing, found: [...found].toSorted((a, b) => a - b), near };
  }

  async function compare(scope: ComparisonScope): Promise<void> {
    const { list } = store.getState();
    if (list === null || list.ids.length === 0) return;
    const comparison = {};
    currentComparison = comparison;
    store.setState({ comparison: { kind: 'comparing', scope, share: 0 } });
    try {
      const compared = await compareIds(list.ids, scope, comparison);
      if (compared !== null && currentComparison === comparison)
        store.setState({ comparison: { kind: 'compared', ...compared } });
    } catch (error) {
      if (currentComparison === comparison)
        store.setState({ comparison: { kind: 'failed', scope, error: asError(error) } });
    }
  }

  return {
    ...store,
    setText: (text: string) => read(text, null),
    setColumn: (at: number) => read(store.getState().text, at),
    clear() {
      stopReading();
      currentComparison = null;
      store.setState(EMPTY_LIST);
    },
    /** Does nothing if the same comparison was already requested; a failed or cancelled one does not restart. */
    async compare(scope: ComparisonScope) {
      const { comparison } = store.getState();
      if (!('scope' in comparison && isSame(comparison.scope, scope))) await compare(scope);
    },
    async compareAgain() {
      const { comparison } = store.getState();
      if ('scope' in comparison) await compare(comparison.scope);
    },
    cancel() {
      const { comparison } = store.getState();
      if (comparison.kind !== 'comparing') return;
      currentComparison = null;
      store.setState({ comparison: { kind: 'given-up', scope: comparison.scope } });
    },
    open(shown: WatchSnapshot) {
      watch = shown.watch;
      forget();
    },
    close() {
      watch = null;
      forget();
    },
  };
}

function isSame(one: ComparisonScope, other: ComparisonScope): boolean {
  return one.search === other.search && one.rows === other.rows && one.askedAt === other.askedAt;
}
