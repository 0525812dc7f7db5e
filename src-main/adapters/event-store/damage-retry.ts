/**
 * What a reader does that meets damage. It cannot write, so it tells the writer, which sets the database aside and goes
 * on in a new one, or builds an index again; then the call is made again, there. Without it, damage in the middle of a
 * file would be met by whoever reads, and noticed by nobody before the next look through everything.
 *
 * While one is replaced there is none at the path for a moment, or one that cannot be opened, or has no tables: that is
 * waited for, by asking the writer for anything at all, since it answers one call after the other.
 */
import type { EventReader, EventWriter } from '../../core/ports/event-store.ts';
import { callMethod, type RemoteClient, createRemote } from '../threads/remote.ts';
import { isDamage, isUnavailable } from './store-error.ts';

/** The first may have read a file that was replaced meanwhile, the second is over an index that was built again. */
const ATTEMPTS = 4;
/** The last piece of the check says what is wrong with tables and indexes. */
const FINAL_BATCH_SEQ = Number.MAX_SAFE_INTEGER;
const DEFAULT_DETAIL = 'a reader met a page that cannot be read';

type WriterClient = Pick<RemoteClient<Pick<EventWriter, 'replace'>>, 'open' | 'remote'>;

export class DamageRetry {
  readonly #writer: WriterClient;
  /** Each database, and each that was repaired, is one more. */
  #databaseVersion = 0;
  #pendingRepair: Promise<void> | null = null;

  constructor(writer: WriterClient) {
    this.#writer = writer;
  }

  /** The writer goes on in another database: what was met before was met in the old one. */
  databaseReplaced(): void {
    this.#databaseVersion += 1;
  }

  /** The same reader, whose calls are made again after a repair. */
  wrap(reader: EventReader): EventReader {
    return createRemote<EventReader>(async (method, args, signal) => {
      let waits = 0;
      for (let attempt = 1; ; attempt += 1) {
        const turn = this.#databaseVersion;
        try {
          // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
          return await callMethod(reader, method, signal === undefined ? args : [...args, signal]);
        } catch (error) {
          if (isUnavailable(error) && waits < ATTEMPTS) {
            waits += 1;
            attempt -= 1;
            // oxlint-disable-next-line no-await-in-loop -- as above
            await this.#writer.open();
            continue;
          }
          if (!isDamage(error) || attempt === ATTEMPTS) throw error;
          // oxlint-disable-next-line no-await-in-loop -- as above
          if (attempt > 1 && !(await this.#ensureRepaired(reader, turn, attempt === 2))) throw error;
        }
      }
    });
  }

  /** @returns whether the database is another one than it was at `turn` */
  async #ensureRepaired(reader: EventReader, turn: number, asksWhat: boolean): Promise<boolean> {
    if (turn === this.#databaseVersion) {
      this.#pendingRepair ??= this.#repair(reader, asksWhat).finally(() => {
        this.#pendingRepair = null;
      });
      await this.#pendingRepair.catch(() => undefined); // a writer that cannot do it says so itself
    }
    return turn !== this.#databaseVersion;
  }

  async #repair(reader: EventReader, asksWhat: boolean): Promise<void> {
    await this.#writer.remote.replace(asksWhat ? await describeDamage(reader) : DEFAULT_DETAIL);
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
