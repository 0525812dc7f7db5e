/**
 * Makes again what is derived of stored texts: rows, facets, chunks. In pieces, after each of which everything that is
 * derived agrees with itself. The caller holds the transaction.
 */
import { chunkOf } from './chunk.ts';
import type { ChunkRows } from './chunk-rows.ts';
import type { EventRows } from './event-rows.ts';
import { blockOf, firstOfBlock, lastOfBlock } from './received-block.ts';
import type { TextRows } from './text-rows.ts';
import type { WriteStatements } from './write-statements.ts';

/** A piece of the work: these seqs, both inclusive, for so long. */
export interface Piece {
  readonly first: number;
  readonly last: number;
  /** On the scale of `performance.now()`; a block is done in any case. */
  readonly until: number;
  readonly newestSeq: number;
}

export class DerivedRows {
  readonly #write: WriteStatements;
  readonly #texts: TextRows;
  readonly #chunks: ChunkRows;
  readonly #events: EventRows;

  constructor(write: WriteStatements, texts: TextRows, chunks: ChunkRows, events: EventRows) {
    this.#write = write;
    this.#texts = texts;
    this.#chunks = chunks;
    this.#events = events;
  }

  /** Rows of the texts that are there. Gives the seq up to which it is done. */
  decodeAgain({ first, last, until, newestSeq }: Piece): number {
    const touched = new Set<number>();
    let done = first - 1;
    do {
      const block = this.#texts.blockFrom(blockOf(done + 1));
      if (block === null || firstOfBlock(block) > last) done = last;
      else {
        for (const entry of this.#texts.entries(block).entries)
          if (entry.seq > done && entry.seq <= last) this.#events.derive(entry);
        touched.add(chunkOf(firstOfBlock(block)));
        done = Math.min(last, lastOfBlock(block));
      }
    } while (done < last && performance.now() < until);
    this.#chunks.sealAgain(touched, newestSeq);
    return done;
  }

  /** As `decodeAgain`; rows without a text go, and every chunk is made again. */
  makeAgain(piece: Piece): number {
    const done = this.decodeAgain(piece);
    for (const { seq } of this.#write.eventSeqs.all(piece.first, done)) {
      if (this.#texts.entry(seq) === null && this.#texts.entries(blockOf(seq)).isReadable)
        this.#write.removeEvent.run(seq);
    }
    this.#chunks.sealAgain(this.#chunks.within(piece.first, done), piece.newestSeq);
    return done;
  }

  /** Of these texts alone. */
  makeOf(seqs: readonly number[], newestSeq: number): void {
    for (const seq of seqs) {
      const entry = this.#texts.entry(seq);
      if (entry !== null) this.#events.derive(entry);
    }
    this.#chunks.sealAgain(new Set(seqs.map(chunkOf)), newestSeq);
  }
}
