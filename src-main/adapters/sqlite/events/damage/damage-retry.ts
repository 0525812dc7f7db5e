/**
 * Asks the writer of a store to rebuild an index or to replace the database when a reader meets damage. During a
 * replacement the database can be missing, locked or without tables. The reader then calls the writer, which answers one
 * call after the other, and tries again.
 */
import type { EventReader, EventWriter } from '../../../../core/ports/event-store.ts';
import { type CallRepair, type RemoteClient, repairedRemote } from '../../threads/remote.ts';
import { isDamage, isUnavailable } from './store-error.ts';

const MAX_WAITS = 4;
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
    return repairedRemote(reader, () => this.#newCall(reader));
  }

  #newCall(reader: EventReader): CallRepair {
    let version = this.#databaseVersion;
    let waits = 0;
    let damages = 0;
    return {
      begin: () => void (version = this.#databaseVersion),
      repair: async (error) => {
        if (isUnavailable(error) && waits < MAX_WAITS) {
          waits += 1;
          await this.#writer.open();
          return true;
        }
        if (!isDamage(error)) return false;
        damages += 1;
        switch (damages) {
          case 1:
            // The call may have read a file that was being replaced.
            return true;
          case 2:
            return this.#ensureRepaired(version, () => describeDamage(reader));
          case 3:
            return this.#ensureRepaired(version, async () => DEFAULT_DETAIL);
          default:
            return false;
        }
      },
    };
  }

  /** @returns true if the database has changed since `version` */
  async #ensureRepaired(version: number, describe: () => Promise<string>): Promise<boolean> {
    if (version === this.#databaseVersion) {
      this.#pendingRepair ??= this.#repair(describe).finally(() => {
        this.#pendingRepair = null;
      });
      await this.#pendingRepair.catch(() => undefined); // the writer reports its own errors
    }
    return version !== this.#databaseVersion;
  }

  async #repair(describe: () => Promise<string>): Promise<void> {
    await this.#writer.remote.replace(await describe());
    this.#databaseVersion += 1;
  }
}

/** The writer rebuilds an index if this names one, and replaces the database otherwise. */
async function describeDamage(reader: EventReader): Promise<string> {
  try {
    const { flaws } = await reader.check(FINAL_BATCH_SEQ);
    const flaw = flaws.find(({ kind }) => kind === 'unreadable');
    return flaw?.kind === 'unreadable' ? flaw.detail : DEFAULT_DETAIL;
  } catch {
    return DEFAULT_DETAIL;
  }
}
