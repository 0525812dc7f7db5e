/** Builds the complete index of a store, and reads complete answers from batches. */
import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { searchPathOf } from '../../src-main/adapters/sqlite/events/search/search-database.ts';
import { createSearchIndexer } from '../../src-main/adapters/sqlite/events/search-indexer.ts';
import { openStoreReader, type StoreReader } from '../../src-main/adapters/sqlite/events/store-reader.ts';
import type { Filter, FilterTerm } from '../../src-shared/domain/filter/filter.ts';
import type { TemporaryStore } from '../unit/adapters/sqlite/events/temporary-store.ts';

export function indexAll({ path }: Pick<TemporaryStore, 'path'>): void {
  const indexer = createSearchIndexer(path);
  while (indexer.index());
  indexer.close();
}

export function readerOf({ path }: Pick<TemporaryStore, 'path'>): StoreReader {
  const reader = openStoreReader(path);
  onTestFinished(() => reader.close());
  return reader;
}

/** Returns the newest event that the index of the store contains, or 0. */
export const indexedThrough = (store: Pick<TemporaryStore, 'path'>): number =>
  readerOf(store).searchIndexProgress().indexedThrough;

export function removeIndex({ path }: Pick<TemporaryStore, 'path'>): void {
  for (const file of ['', '-wal', '-shm']) rmSync(`${searchPathOf(path)}${file}`, { force: true });
}

export function found(reader: StoreReader, filter: Filter, direction: 'older' | 'newer' = 'older'): number[] {
  const seqs: number[] = [];
  for (let from: number | null = direction === 'older' ? Number.MAX_SAFE_INTEGER : 0; from !== null;) {
    const batch = reader.summaries({ filter, direction, from, limit: 500 });
    seqs.push(...batch.rows.map(({ seq }) => seq));
    from = batch.next;
  }
  return seqs;
}

export function counted(reader: StoreReader, filter: Filter): number {
  let sum = 0;
  for (let to: number | null = Number.MAX_SAFE_INTEGER; to !== null;) {
    const batch = reader.count({ filter, after: 0, to });
    sum += batch.count;
    to = batch.next;
  }
  return sum;
}

export const words = (...values: string[]): FilterTerm => ({ kind: 'text', values, negated: false });
export const identifier = (...values: string[]): FilterTerm => ({ kind: 'value', field: 'id', values, negated: false });

/** Returns the open files of this process, or nothing on other systems than Linux. */
export function openFiles(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return [];
    }
  });
}
