/**
 * The position up to which `events --cursor` was read. Replaced atomically: a killed process leaves the old or the new
 * one. Belongs to one store, because seqs of another store are other events.
 */
import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { appError, type AppError, type AppErrorDetails } from '../../../../src-shared/api/errors.ts';
import type { StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import { errorCodeOf } from '../../../../src-shared/lib/error-code.ts';
import { parseJsonOrNull } from '../../../../src-shared/lib/parse-json.ts';
import { writeFileAtomically } from '../../../adapters/files/atomic-file.ts';
import { isNotPlain, readPlainText } from '../../../adapters/files/plain-file.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { refuseMissingFolder } from '../terminal/output-file.ts';

const seqSchema = z.number().int().nonnegative();
const cursorSchema = z.object({
  /** `EventReader.lineage`. */
  store: z.string(),
  /** For people who look into the file. */
  profile: z.string(),
  /** Every matching event up to this seq was taken. */
  seq: seqSchema,
  /** The last event that was printed. If the store has another one there, it is another history. */
  last: z.object({ seq: seqSchema, receivedAt: z.number() }).nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** A cursor has about 200 bytes. */
const MAX_BYTES = 65_536;

type CursorReader = Pick<EventReader, 'extent' | 'event' | 'lineage'>;

export class CursorFile {
  readonly #path: string;
  #cursor: Cursor;

  private constructor(path: string, cursor: Cursor) {
    this.#path = path;
    this.#cursor = cursor;
  }

  /**
   * Reads the file, or creates it at `start` if it is missing.
   * @throws AppError CURSOR_UNUSABLE, BAD_ARGUMENT if the folder is missing, STORE_UNWRITABLE
   */
  static async open(
    path: string,
    reader: CursorReader,
    profile: string,
    start: () => Promise<number>,
  ): Promise<CursorFile> {
    const file = resolve(path);
    refuseMissingFolder(dirname(file));
    const found = await readCursor(file);
    if (found === null) {
      const position = { store: await reader.lineage(), profile, seq: await start(), last: null };
      const created = new CursorFile(file, position);
      await created.#write();
      return created;
    }
    const opened = new CursorFile(file, found);
    await opened.verify(reader);
    const { newestSeq } = await reader.extent();
    // An empty store may be the same one, which is being rebuilt.
    if (newestSeq > 0 && found.seq > newestSeq) throw opened.isAhead(found.seq, newestSeq);
    const event = found.last === null ? null : await reader.event(found.last.seq);
    // Retention may have removed the event.
    if (event !== null && event.receivedAt !== found.last?.receivedAt) throw opened.#unusable('rewritten');
    return opened;
  }

  get seq(): number {
    return this.#cursor.seq;
  }

  /** @throws AppError CURSOR_UNUSABLE if another process uses the file, or if it belongs to another store */
  async verify(reader: Pick<EventReader, 'lineage'>): Promise<void> {
    if ((await readCursor(this.#path))?.seq !== this.#cursor.seq) throw this.#unusable('shared');
    if ((await reader.lineage()) !== this.#cursor.store)
      throw this.#unusable('other-store', { profile: this.#cursor.profile });
  }

  isAhead(seq: number, newestSeq: number): AppError {
    return this.#unusable('ahead', { seq, newestSeq });
  }

  /** Call when the reader of the output has taken everything up to `seq`. @throws AppError STORE_UNWRITABLE */
  async moveTo(seq: number, last: Pick<StoredEvent, 'seq' | 'receivedAt'> | null): Promise<void> {
    const printed = last === null ? this.#cursor.last : { seq: last.seq, receivedAt: last.receivedAt };
    this.#cursor = { ...this.#cursor, seq, last: printed };
    await this.#write();
  }

  #write(): Promise<void> {
    return writeFileAtomically(this.#path, `${JSON.stringify(this.#cursor)}\n`);
  }

  #unusable(
    problem: AppErrorDetails['CURSOR_UNUSABLE']['problem'],
    facts: Partial<AppErrorDetails['CURSOR_UNUSABLE']> = {},
  ): AppError {
    return appError('CURSOR_UNUSABLE', { path: this.#path, problem, ...facts });
  }
}

/** Returns null if there is no file. @throws AppError CURSOR_UNUSABLE */
async function readCursor(path: string): Promise<Cursor | null> {
  try {
    const parsed = cursorSchema.safeParse(parseJsonOrNull(await readPlainText(path, MAX_BYTES)));
    if (parsed.success) return parsed.data;
  } catch (cause) {
    if (errorCodeOf(cause) === 'ENOENT') return null;
    if (!isNotPlain(cause)) throw appError('CURSOR_UNUSABLE', { path, problem: 'unreadable' }, { cause });
  }
  throw appError('CURSOR_UNUSABLE', { path, problem: 'damaged' });
}
