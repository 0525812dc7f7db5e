/**
 * Repeats calls of a reader after damage was repaired. A reader cannot write, so it asks the writer to rebuild an index
 * or to replace the database. Otherwise damage in the middle of a file would stay unnoticed until the next check.
 * During a replacement the database can be missing, locked or without tables. The reader then calls the writer, which
 * answers one call after the other, and tries again.
 */
import type { EventReader, EventWriter } from '../../../../core/ports/event-store.ts';
import { callMethod, type RemoteClient, createRemote } from '../../threads/remote.ts';
import { isDamage, isUnavailable } from './store-error.ts';

/**
 * Attempt 1 may have read a file that was being replaced. Attempt 2 is followed by a repair of an index or the
 * database, attempt 3 by one of the database.
 */
const ATTEMPTS = 4;
/** Last batch of the check, which reports damage of tables and indexes. */
const FINAL_BATCH_SEQ = Number.MAX_SAFE_INTEGER;
const DEFAULT_DETAIL = 'a page of the store cannot be read';

type WriterClient = Pick<RemoteClient<Pick<EventWriter, 'replace'>>, 'open' | 'remote'>;

export class DamageRetry {
  readonly #writer: WriterClient;
  /** Counts databases: increases with each replacement and repair. */
  #databaseVersion = 0;
  #pendingRepair: Promise<void> | null = null;

  constructor(writer: WriterClient) {
    this.#writer = writer;
  }

  databaseReplaced(): void {
    this.#databaseVersion += 1;
  }

  wrap(reader: EventReader): EventReader {
    return createRemote<EventReader>(async (method, args, signal) => {
      let waits = 0;
      for (let attempt = 1; ; attempt += 1) {
        const turn = this.#databaseVersion;
        try {
          return await callMethod(reader, method, signal === undefined ? args : [...args, signal]);
        } catch (error) {
          if (isUnavailable(error) && waits < ATTEMPTS) {
            waits += 1;
            attempt -= 1;
            await this.#writer.open();
            continue;
          }
          if (!isDamage(error) || attempt === ATTEMPTS) throw error;
          if (attempt > 1 && !(await this.#ensureRepaired(reader, turn, attempt === 2))) throw error;
        }
      }
    });
  }

  /** @returns true if the database has changed since `turn` */
  async #ensureRepaired(reader: EventReader, turn: number, describes: boolean): Promise<boolean> {
    if (turn === this.#databaseVersion) {
      this.#pendingRepair ??= this.#repair(reader, describes).finally(() => {
        this.#pendingRepair = null;
      });
      await this.#pendingRepair.catch(() => undefined); // the writer reports its own errors
    }
    return turn !== this.#databaseVersion;
  }

  async #repair(reader: EventReader, describes: boolean): Promise<void> {
    await this.#writer.remote.replace(describes ? await describeDamage(reader) : DEFAULT_DETAIL);
    this.#databaseVersion += 1;
  }
}

async function describeDamage(reader: EventReader): Promise<string> {
  try {
    const { flaws } = await reader.check(FINAL_BATCH_SEQ);
    const flaw = flaws.find(({ kind }) => kind === 'unreadable');
    return flaw?.kind === 'unreadable' ? flaw.detail : DEFAULT_DETAIL;
  } catch {
    return DEFAULT_DETAIL;
  }
}
