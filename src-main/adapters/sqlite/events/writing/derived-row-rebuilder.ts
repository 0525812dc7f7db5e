/** Rebuilds rows, facets and chunks from texts, consistent after each batch. The caller holds the transaction. */
import { chunkOf } from '../texts/chunk.ts';
import type { ChunkRowWriter } from './chunk-row-writer.ts';
import type { EventRowWriter } from './event-row-writer.ts';
import { blockOf, firstSeqOfBlock, lastSeqOfBlock } from '../texts/received-block.ts';
import type { TextStore } from './text-store.ts';
import type { WriteStatements } from '../rows/write-statements.ts';

export interface RebuildBatch {
  readonly first: number;
  readonly last: number;
  /** Time limit on the scale of `performance.now()`. At least one block is done. */
  readonly until: number;
  readonly newestSeq: number;
}

export function createDerivedRowRebuilder(
  write: WriteStatements,
  texts: TextStore,
  chunks: ChunkRowWriter,
  events: EventRowWriter,
) {
  function redecode({ first, last, until, newestSeq }: RebuildBatch): number {
    const touched = new Set<number>();
    let done = first - 1;
    do {
      const block = texts.blockFrom(blockOf(done + 1));
      if (block === null || firstSeqOfBlock(block) > last) done = last;
      else {
        for (const entry of texts.entries(block).entries)
          if (entry.seq > done && entry.seq <= last) events.rebuildRow(entry);
        touched.add(chunkOf(firstSeqOfBlock(block)));
        done = Math.min(last, lastSeqOfBlock(block));
      }
    } while (done < last && performance.now() < until);
    chunks.reseal(touched, newestSeq);
    return done;
  }

  /** Does the same as `redecode`, removes rows without a text, and computes every chunk again. */
  function rebuild(batch: RebuildBatch): number {
    const done = redecode(batch);
    for (const { seq } of write.eventSeqs.all(batch.first, done)) {
      if (texts.entry(seq) === null && texts.entries(blockOf(seq)).isReadable) write.removeEvent.run(seq);
    }
    chunks.reseal(chunks.within(batch.first, done), batch.newestSeq);
    return done;
  }

  function rebuildSeqs(seqs: readonly number[], newestSeq: number): void {
    for (const seq of seqs) {
      const entry = texts.entry(seq);
      if (entry !== null) events.rebuildRow(entry);
    }
    chunks.reseal(new Set(seqs.map(chunkOf)), newestSeq);
  }

  return { redecode, rebuild, rebuildSeqs };
}
