/**
 * Compares some blocks of received texts with the search index, other blocks in each check of a store. Events of a
 * block are not found if the index lacks their grams, and SQLite does not notice changed bytes. If the two disagree,
 * the index is marked as damaged and its writer builds it again.
 */
import { blockOf } from '../texts/received-block.ts';
import { ALWAYS_CANDIDATE, BlockGrams } from './search-grams.ts';
import type { SearchIndex } from './search-index.ts';
import type { TextReader } from '../texts/text-reader.ts';

/** Compares one of this many blocks, which hardly slows the check. */
const SAMPLE_RATE = 64;
/** Grams compared per block, and per query. One takes some microseconds. */
const MAX_CHECKED_GRAMS = 256;
const GRAMS_PER_QUERY = 64;

export function createSearchCheck(
  texts: Pick<TextReader, 'block'>,
  index: Pick<SearchIndex, 'indexedThrough' | 'holds' | 'reportMismatch'>,
  oneOf = SAMPLE_RATE,
) {
  const gramReader = new BlockGrams();
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

  function agrees(block: number): boolean {
    const blockGrams = gramReader.gramsOfBlock(texts.block(block));
    // The block may have been readable when it was indexed.
    if (blockGrams === '' || blockGrams === ALWAYS_CANDIDATE) return true;
    const grams = blockGrams.trimEnd().split(' ');
    const step = Math.max(1, Math.floor(grams.length / MAX_CHECKED_GRAMS));
    const sampled = grams.filter((_, place) => place % step === turn % step);
    for (let at = 0; at < sampled.length; at += GRAMS_PER_QUERY)
      if (!index.holds(block, sampled.slice(at, at + GRAMS_PER_QUERY))) return false;
    return true;
  }

  return { checkRange };
}
