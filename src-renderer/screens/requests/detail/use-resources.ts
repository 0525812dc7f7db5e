/**
 * Reads the resources of one request in batches while the user scrolls. Keeps what was read until the event changes.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RequestResource, ResourcesQuery } from '../../../../src-shared/api/cases.ts';
import type { CaseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { type ResourceFilter, causeFilterText } from '../find-words.ts';

/** Some screens per batch. A larger batch would be noticeable while scrolling. */
const PAGE_SIZE = 200;
const MAX_PAGE_SIZE = 500;

export interface LoadedResources {
  readonly rows: readonly RequestResource[];
  readonly total: number | null;
  readonly error: Error | null;
}
interface KeyedResources extends LoadedResources {
  readonly of: string;
}
const NO_RESOURCES: LoadedResources = { rows: [], total: null, error: null };

/** @param seq seq of the event; another one starts again */
export function useResources(
  key: CaseKey,
  seq: number,
  shown: ResourceFilter,
): LoadedResources & { readonly more: () => void; readonly toEnd: () => Promise<number> } {
  const { backend } = useStores();
  const watch = useWatch(({ shown: watched }) => watched?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const of = [watch, seq, shown.kind === 'cause' ? causeFilterText(shown.cause) : shown.kind, key].join(' ');
  const [result, setResult] = useState<KeyedResources | null>(null);
  const read = result?.of === of ? result : NO_RESOURCES;
  const state = useRef({ of, read, isAsking: '' });
  state.current = { ...state.current, of, read };

  const loadPage = useCallback(
    async (limit: number): Promise<number> => {
      const { read: before, isAsking: loadingKey } = state.current;
      const from = before.rows.length;
      if (watch === null || loadingKey === of || (before.total !== null && from >= before.total)) return from;
      state.current.isAsking = of;
      try {
        const cause = shown.kind === 'cause' ? shown.cause : null;
        const query: ResourcesQuery = { watch, key, failed: shown.kind === 'failed', cause, from, limit };
        const { resources, total } = await backend.cases.resources.query(query);
        if (state.current.of !== of) return from;
        const rows = [...before.rows, ...resources];
        // An empty batch ends the list, even if the total is higher. Otherwise the next batch would be requested again
        // and again.
        const next = { of, rows, total: resources.length === 0 ? rows.length : total, error: null };
        state.current.read = next;
        setResult(next);
        return rows.length;
      } catch (thrown) {
        if (state.current.of === of) setResult({ ...before, of, error: asError(thrown) });
        return from;
      } finally {
        if (state.current.isAsking === of) state.current.isAsking = '';
      }
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `of` contains the key and the filter
    [backend, watch, of],
  );
  useEffect(() => {
    if (!isLost && state.current.read.rows.length === 0) void loadPage(PAGE_SIZE);
  }, [loadPage, isLost]);
  return {
    ...read,
    more: () => {
      if (read.error === null && !isLost) void loadPage(PAGE_SIZE);
    },
    async toEnd() {
      let rows = state.current.read.rows.length;
      for (;;) {
        const now = await loadPage(MAX_PAGE_SIZE);
        if (now === rows) return rows;
        rows = now;
      }
    },
  };
}
