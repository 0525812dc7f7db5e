/**
 * Resources of one request, read a few screens at a time while the reader scrolls: of ten thousand nobody waits for the
 * last. What was read of the same event stays.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RequestResource, ResourcesQuery } from '../../../../src-shared/api/cases.ts';
import type { CaseKey } from '../../../../src-shared/domain/case-keys.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { type ShownResources, shownResourcesText } from '../find-words.ts';

/** Some screens: while it is scrolled, more at once would be felt. */
const PIECE = 200;
/** Most that one answer holds. */
const MOST_PIECE = 500;

export interface ReadResources {
  readonly rows: readonly RequestResource[];
  /** `null` until it is known. */
  readonly total: number | null;
  readonly error: Error | null;
}
interface Answer extends ReadResources {
  readonly of: string;
}
const NOTHING: ReadResources = { rows: [], total: null, error: null };

/** @param seq of the event: another one begins anew */
export function useResources(
  key: CaseKey,
  seq: number,
  shown: ShownResources,
): ReadResources & { readonly more: () => void; readonly toEnd: () => Promise<number> } {
  const { backend } = useStores();
  const watch = useWatch(({ shown: watched }) => watched?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const of = [watch, seq, shown.kind === 'cause' ? shownResourcesText(shown.cause) : shown.kind, key].join(' ');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const read = answer?.of === of ? answer : NOTHING;
  const state = useRef({ of, read, isAsking: '' });
  state.current = { ...state.current, of, read };

  const ask = useCallback(
    async (limit: number): Promise<number> => {
      const { read: before, isAsking } = state.current;
      const from = before.rows.length;
      if (watch === null || isAsking === of || (before.total !== null && from >= before.total)) return from;
      state.current.isAsking = of;
      try {
        const cause = shown.kind === 'cause' ? shown.cause : null;
        const query: ResourcesQuery = { watch, key, failed: shown.kind === 'failed', cause, from, limit };
        const { resources, total } = await backend.cases.resources(query);
        if (state.current.of !== of) return from;
        const rows = [...before.rows, ...resources];
        // Fewer came than there should be: it ends here, or what is next would be asked for again and again.
        const next = { of, rows, total: resources.length === 0 ? rows.length : total, error: null };
        state.current.read = next;
        setAnswer(next);
        return rows.length;
      } catch (thrown) {
        if (state.current.of === of) setAnswer({ ...before, of, error: asError(thrown) });
        return from;
      } finally {
        if (state.current.isAsking === of) state.current.isAsking = '';
      }
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `of` stands for the key and what is shown
    [backend, watch, of],
  );
  useEffect(() => {
    if (!isLost && state.current.read.rows.length === 0) void ask(PIECE);
  }, [ask, isLost]);
  return {
    ...read,
    more: () => {
      if (read.error === null && !isLost) void ask(PIECE);
    },
    async toEnd() {
      let rows = state.current.read.rows.length;
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- one piece after another
        const now = await ask(MOST_PIECE);
        if (now === rows) return rows;
        rows = now;
      }
    },
  };
}
