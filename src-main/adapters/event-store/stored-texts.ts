/**
 * Received texts, read a block at a time: the frame of the block, and what lies beside it one by one. What cannot be
 * read is left out and said.
 */
import type { Database } from 'better-sqlite3';
import { type BlockEntry, blockOf, firstOfBlock, lastOfBlock, openBlock, type OpenedBlock } from './received-block.ts';
import { prepared } from './statements.ts';

export interface StoredBlock {
  readonly id: number;
  /** Each has one or more of the texts. */
  readonly parts: readonly OpenedBlock[];
  /** There is a frame that cannot be opened. */
  readonly isDamaged: boolean;
}

export class StoredTexts {
  readonly #statements: ReturnType<typeof textStatements>;
  #last: StoredBlock | null = null;

  constructor(database: Database) {
    this.#statements = textStatements(database);
  }

  /** At the beginning of a transaction: a block may have been written anew. */
  forget(): void {
    this.#last = null;
  }

  block(id: number): StoredBlock {
    if (this.#last?.id === id) return this.#last;
    const parts: OpenedBlock[] = [];
    let isDamaged = false;
    const open = (body: Buffer) => {
      try {
        parts.push(openBlock(id, body));
      } catch {
        isDamaged = true;
      }
    };
    const frame = this.#statements.block.get(id);
    if (frame !== undefined) open(frame.body);
    for (const { body } of this.#statements.singlesOf.all(firstOfBlock(id), lastOfBlock(id))) open(body);
    this.#last = { id, parts, isDamaged };
    return this.#last;
  }

  /** The whole one where there are two; `null` where there is none, or none can be read. */
  entry(seq: number): BlockEntry | null {
    let found: BlockEntry | null = null;
    for (const part of this.block(blockOf(seq)).parts) {
      const entry = part.entry(seq);
      if (entry !== undefined && (found === null || !found.isWhole)) found = entry;
    }
    return found;
  }
}

function textStatements(database: Database) {
  return {
    block: prepared<[id: number], { body: Buffer }>(database, 'SELECT body FROM block WHERE id = ?'),
    singlesOf: prepared<[first: number, last: number], { body: Buffer }>(
      database,
      'SELECT body FROM received WHERE seq BETWEEN ? AND ? ORDER BY seq',
    ),
  };
}
