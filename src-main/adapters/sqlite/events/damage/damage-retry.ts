/**
 * Asks the writer to rebuild or replace a damaged database, and reads again. During a replacement the database can be
 * missing, locked or without tables.
 */
import type { EventReader, EventWriter } from '../../../../core/ports/event-store.ts';
import { type CallRepair, type RemoteClient, repairedRemote } from '../../threads/remote.ts';
import { isDamage, isUnavailable } from '../store-error.ts';

const MAX_WAITS = 4;
/** Last batch of the check, which reports damage of tables and indexes. */
const FINAL_BATCH_SEQ = Number.MAX_SAFE_INTEGER;
const DEFAULT_DETAIL = 'a page of the store cannot be read';

type WriterClient = Pick<RemoteClient<Pick<EventWriter, 'replace'>>, 'open' | 'remote'>;

export function createDamageRetry(writer: WriterClient) {
  /** Counts databases: increases with each replacement and repair. */
  let databaseVersion = 0;
  let pendingRepair: Promise<void> | null = null;

  function databaseReplaced(): void {
    databaseVersion += 1;
  }

  function wrap(reader: EventReader): EventReader {
    return repairedRemote(reader, () => newCall(reader));
  }

  function newCall(reader: EventReader): CallRepair {
    let version = databaseVersion;
    let waits = 0;
    let damages = 0;
    return {
      begin: () => void (version = databaseVersion),
      repair: async (error) => {
        if (isUnavailable(error) && waits < MAX_WAITS) {
          waits += 1;
          await writer.open();
          return true;
        }
        if (!isDamage(error)) return false;
        damages += 1;
        switch (damages) {
          case 1:
            // The call may have read a file that was being replaced.
            return true;
          case 2:
            return ensureRepaired(version, () => describeDamage(reader));
          case 3:
            return ensureRepaired(version, async () => DEFAULT_DETAIL);
          default:
            return false;
        }
      },
    };
  }

  /** @returns true if the database has changed since `version` */
  async function ensureRepaired(version: number, describe: () => Promise<string>): Promise<boolean> {
    if (version === databaseVersion) {
      pendingRepair ??= repair(describe).finally(() => {
        pendingRepair = null;
      });
      await pendingRepair.catch(() => undefined); // the writer reports its own errors
    }
    return version !== databaseVersion;
  }

  async function repair(describe: () => Promise<string>): Promise<void> {
    await writer.remote.replace(await describe());
    databaseVersion += 1;
  }

  return { databaseReplaced, wrap };
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
