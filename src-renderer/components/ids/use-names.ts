/** Finds companies and users of requests by a typed part of their names. */
import type { NameAnswer } from '../../../src-shared/api/ids/found-ids.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores } from '../../stores/use-stores.ts';
import { fieldFilter } from './id-text.ts';

const MIN_LENGTH = 3;
const MAX_LENGTH = 255;
/** After ids, so that they are searched first. */
const DEBOUNCE_MS = 250;

export function useNames(typed: string): readonly NameAnswer[] {
  const { backend } = useStores();
  const text = typed.trim();
  const isName = text.length >= MIN_LENGTH && text.length <= MAX_LENGTH && fieldFilter(text) === null;
  const { value } = useWatchQuery<readonly NameAnswer[]>(
    isName ? text : null,
    ({ watch, signal }) => backend.ids.names.query({ watch, text }, { signal }),
    { pauseMs: DEBOUNCE_MS },
  );
  return isName ? (value ?? []) : [];
}
