/** Compares some blocks with the index, other ones in each check: SQLite does not notice changed bytes. */
import type { TextReader } from '../texts/text-reader.ts';
import { BLOCKS_PER_CHUNK, IndexedChunk, indexedBlock } from './indexed-chunk.ts';
import { BlockSignature } from './search-grams.ts';
import type { SearchIndex } from './search-index.ts';
import { blockOf } from '../texts/received-block.ts';

/** Compares one of this many blocks, which hardly slows the check. */
const SAMPLE_RATE = 64;

export function createSearchCheck(
  texts: Pick<TextReader, 'block'>,
  index: Pick<SearchIndex, 'indexedThrough' | 'chunk' | 'reportMismatch'>,
  oneOf = SAMPLE_RATE,
) {
  const signature = new BlockSignature();
  let turn = Math.floor(Math.random() * oneOf);

  function checkRange(after: number, to: number | null): void {
    if (after === 0) turn = (turn + 1) % oneOf;
    const { indexedThrough } = index;
    if (indexedThrough === 0) return;
    const last = blockOf(Math.min(to ?? indexedThrough, indexedThrough));
    const from = blockOf(after + 1);
    for (let block = from + ((turn - (from % oneOf) + oneOf) % oneOf); block <= last;) {
      if (!agrees(block)) {
        index.reportMismatch();
        return;
      }
      block += oneOf;
    }
  }

  function agrees(id: number): boolean {
    const block = texts.block(id);
    const indexed = indexedBlock(block, signature);
    // The block may have been readable when it was indexed.
    if (indexed.slots === null || block.parts.length === 0) return true;
    const place = id % BLOCKS_PER_CHUNK;
    const expected = new IndexedChunk(Math.floor(id / BLOCKS_PER_CHUNK));
    expected.add(place, indexed);
    return index.chunk(expected.id)?.includes(expected, place) === true;
  }

  return { checkRange };
}
