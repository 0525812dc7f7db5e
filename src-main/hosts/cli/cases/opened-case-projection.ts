/**
 * Completes the case projection, next to the events if possible. Uses a private copy in a temporary folder while
 * another process watches, on a read-only disk, or in the folder of another user.
 */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { DEFAULT_SILENCE_MINUTES } from '../../../../src-shared/domain/profile/profile.ts';
import { HEARTBEATS } from '../../../../src-shared/domain/filter/class-filters.ts';
import { parseJsonOrNull } from '../../../../src-shared/lib/parse-json.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import { hasFreeDisk, MIN_FREE_BYTES } from '../../../adapters/sqlite/database-writer.ts';
import type { StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { isWriterLocked } from '../../../adapters/sqlite/events/files/writer-lock.ts';
import { type Cases, type CasesParts, createCases } from '../../../core/cases/create-cases.ts';
import { ChangeSignal } from '../../../core/lib/change-signal.ts';
import type { CaseProjectionReader } from '../../../core/ports/case-projection.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import type { InventoryReader } from '../../../core/ports/inventory-store.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { createReports } from '../../../core/reports/create-reports.ts';
import type { createServiceReports } from '../../../core/reports/create-service-reports.ts';
import type { createSupportPacks } from '../../../core/support-packs/create-support-packs.ts';
import { readPage } from '../../../core/timeline/pages.ts';
import { withProgress } from '../terminal/progress.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import type { StoreOptions } from '../options.ts';
import { chooseReadableStore, readerOfUnwatched } from '../store/store-choice.ts';

type ReportParts = Parameters<typeof createReports>[0] &
  Parameters<typeof createServiceReports>[0] &
  Omit<Parameters<typeof createSupportPacks>[0], 'files'>;

export interface OpenedCaseProjection {
  readonly store: StoreLocation;
  readonly clock: Clock;
  readonly reader: EventReader;
  readonly projection: CaseProjectionReader;
  readonly cases: Cases;
  readonly inventory: InventoryReader;
  /** Parts of reports and packs, whose code only their commands load. */
  readonly reportParts: ReportParts;
  /** Aborted when the user stops the command. The command must then leave nothing. */
  readonly stopSignal: AbortSignal;
}

/**
 * Covers everything that is stored now. Returns null if the user stopped it. `inThreads`: for work of minutes.
 * `writerOf`: for a recorded action.
 */
export async function withCaseProjection<Result>(
  terminal: Terminal,
  { dataDir, profile, inThreads = false }: StoreOptions & { readonly inThreads?: boolean },
  work: (opened: OpenedCaseProjection) => Promise<Result>,
  writerOf: (store: StoreLocation) => CasesParts['writer'] = () => READ_ONLY,
): Promise<Result | null> {
  const store = await chooseReadableStore(dataDir, profile);
  const stopSignal = terminal.stopSignal();
  const clock = createSystemClock();
  const changes = new ChangeSignal();
  const identity = { ...store, source: '' };
  const { stores, caseProjections, inventories } = (await terminal.openDatabases(inThreads ? 'watch' : 'read'))(
    dataDir,
  );
  const reader = await readerOfUnwatched(await stores.openReadOnly(identity), store, dataDir);
  const keeps = terminal.keepsNothing !== true && (await mayKeepCases(store, reader));
  const projection = caseProjections[keeps ? 'open' : 'openPrivate'](identity);
  const inventory = inventories.openReadOnly(identity);
  const newId = () => randomBytes(8).toString('hex');
  const writer = writerOf(store);
  const cases = createCases({
    profile: { attemptSilenceMinutes: attemptSilenceOf(store) },
    clock,
    log: NO_LOG,
    newId,
    projection,
    reader,
    scanner: reader,
    writer,
    committed: changes,
  });
  const stopController = new AbortController();
  const running = cases.run(stopController.signal);
  try {
    await waitUntilCaughtUp(terminal, cases, reader, stopSignal);
    return await work({
      store,
      clock,
      reader,
      projection: cases.projection,
      cases,
      inventory,
      reportParts: {
        cases,
        projection: cases.projection,
        scanner: reader,
        writer,
        committed: changes,
        newId,
        clock,
        label: async () => ({
          profile: store.name,
          domain: await domainOf(reader, clock),
          practice: store.practice,
        }),
        liveUntil: () => null,
      },
      stopSignal,
    });
  } catch (error) {
    if (!stopSignal.aborted || error !== stopSignal.reason) throw error;
    reportLine(terminal, 'watchfloor: Stopped.');
    terminal.exitCode = 1;
    return null;
  } finally {
    stopController.abort(new Error('the command has ended'));
    await running;
    await Promise.all([projection.close(), inventory.close(), reader.close()]);
  }
}

const READ_ONLY: CasesParts['writer'] = {
  addActions: () => Promise.reject(new Error('a reading command tried to write')),
};

/** The caller gets every failure as a rejection. */
export const NO_LOG: Log = { info() {}, warn() {}, error() {} };

/** Reads the value from the profile that was watched last. Practice and unreadable profiles use the default. */
export function attemptSilenceOf({ profile }: StoreLocation): number {
  const parsed = z
    .object({ attemptSilenceMinutes: z.number() })
    .safeParse(profile === null ? null : parseJsonOrNull(profile));
  return parsed.data?.attemptSilenceMinutes ?? DEFAULT_SILENCE_MINUTES;
}

/** False also in a folder of another user: that user could not write the file then. */
async function mayKeepCases({ path, lock }: StoreLocation, reader: EventReader): Promise<boolean> {
  const directory = dirname(path);
  const { uid, mode } = statSync(directory);
  const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & constants.S_IWUSR) !== 0);
  if (!isOwn || !isWritable(directory) || isWriterLocked(lock)) return false;
  const { newestSeq } = await reader.extent();
  return newestSeq > 0 && hasFreeDisk(path, MIN_FREE_BYTES);
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function waitUntilCaughtUp(
  terminal: Terminal,
  cases: Cases,
  reader: EventReader,
  stopSignal: AbortSignal,
): Promise<void> {
  const { newestSeq } = await reader.extent();
  const sample = async () => {
    const { cursor } = await cases.projection.position();
    return `Reading the store: event ${numberText(Math.min(cursor, newestSeq))} of ${numberText(newestSeq)}`;
  };
  await withProgress(terminal, 'Reading the store', () => cases.waitUntilCaughtUp(stopSignal), sample);
  stopSignal.throwIfAborted();
}

/** Reads the domain from a heartbeat, because the principal of other events can be anything. */
async function domainOf(reader: EventReader, clock: Clock): Promise<string | null> {
  const { rows } = await readPage(reader, { filter: HEARTBEATS, direction: 'older', cursor: null, limit: 1 }, clock);
  return rows[0]?.principal ?? null;
}
