/** Joins the batches of a search for an identifier. */
import type { FoundId, IdSearchQuery, IdSearchResult } from './found-ids.ts';

export interface FoundIds extends Pick<IdSearchResult, 'ids' | 'stored'> {
  /** `partly`: some events or rows were not searched and may match, too. */
  readonly progress: 'looking' | 'whole' | 'partly';
}

export const NO_IDS: FoundIds = { ids: [], stored: [], progress: 'looking' };
const MAX_IDS = 8;
const MAX_STORED = 5;

/** Yields after each batch; `progress` of the last one is not `looking`. */
export async function* mergedIds(
  text: string,
  find: (query: Pick<IdSearchQuery, 'text' | 'after'>) => Promise<IdSearchResult>,
): AsyncGenerator<FoundIds, void, undefined> {
  let ids: readonly FoundId[] = [];
  let stored: FoundIds['stored'] = [];
  let hasSkipped = false;
  for (let after: string | null = null; ;) {
    const batch: IdSearchResult = await find({ text, after });
    hasSkipped ||= batch.skips;
    after = batch.next;
    ids = withIds(text, ids, batch.ids);
    stored = withStored(text, stored, batch.stored);
    const isCut = hasSkipped || ids.length > MAX_IDS || stored.length > MAX_STORED;
    const progress = after !== null ? 'looking' : isCut ? 'partly' : 'whole';
    yield { ids: ids.slice(0, MAX_IDS), stored: stored.slice(0, MAX_STORED), progress };
    if (after === null) return;
  }
}

/** 0 for the complete value, 1 for its end, 2 for a part in it. */
function partRank(text: string, value: string): number {
  const [part, whole] = [text.toLowerCase(), value.toLowerCase()];
  return whole === part ? 0 : whole.endsWith(part) ? 1 : 2;
}

/** Lists each identifier once, with its newest event: complete matches first, then ends, then the newest. */
function withIds(text: string, known: readonly FoundId[], found: readonly FoundId[]): FoundId[] {
  const newest = new Map<string, FoundId>();
  for (const id of [...known, ...found].toSorted((a, b) => b.newest.seq - a.newest.seq)) {
    const key = `${id.field} ${id.value}`;
    if (!newest.has(key)) newest.set(key, id);
  }
  return [...newest.values()].toSorted((a, b) => partRank(text, a.value) - partRank(text, b.value));
}

function withStored(text: string, known: FoundIds['stored'], found: FoundIds['stored']): FoundIds['stored'] {
  const first = new Map<string, FoundIds['stored'][number]>();
  for (const row of [...known, ...found]) {
    const key = storedKey(row);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()].toSorted((a, b) => partRank(text, a.value) - partRank(text, b.value));
}

export function storedKey({ search, ordinal, id }: FoundIds['stored'][number]): string {
  return id === null ? `row ${search} ${ordinal}` : `id ${id}`;
}
