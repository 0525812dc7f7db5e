/**
 * Records an action of a command: through the process that writes the store if there is one, otherwise by itself under
 * the same lock. The action has an id, so that it is recorded once even if one way fails and the other follows.
 */
import { dirname } from 'node:path';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import type { InboxAnswer } from '../../../../src-shared/api/inbox.ts';
import type { RecordedSubjects, SubjectAction } from '../../../../src-shared/api/subject-actions.ts';
import { handOver } from '../../../adapters/action-inbox/hand-over.ts';
import { readComputerId } from '../../../adapters/data-folder/computer-id.ts';
import { createDataFolder } from '../../../adapters/data-folder/data-folder.ts';
import type { StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { isWriterLocked } from '../../../adapters/sqlite/events/files/writer-lock.ts';
import { actOnSubjects } from '../../../core/cases/subject-actions.ts';
import type { StoreIdentity } from '../../../core/ports/event-store.ts';
import type { StoreOptions } from '../options.ts';
import { chooseReadableStore } from '../store/store-choice.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { NO_LOG, withCaseProjection } from './opened-case-projection.ts';

/** A watch may begin or end while the command runs. */
const MAX_TRIES = 3;

/** Returns null if the user stopped the command. @throws AppError BAD_SUBJECT, WATCH_SILENT, FOLDER_COPIED, STORE_… */
export async function recordAction(
  terminal: Terminal,
  options: StoreOptions,
  action: SubjectAction,
): Promise<RecordedSubjects | null> {
  const store = await chooseReadableStore(options.dataDir, options.profile);
  const stopSignal = terminal.stopSignal();
  try {
    for (let tries = 1; ; tries += 1) {
      const answer = await handOverIfServed(terminal, store, action, stopSignal);
      if (answer !== null) return recordedIn(answer, dirname(store.path));
      try {
        return await recordAlone(terminal, options, action);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'STORE_IN_USE') || tries === MAX_TRIES) throw error;
      }
    }
  } catch (error) {
    if (!stopSignal.aborted || error !== stopSignal.reason) throw error;
    reportLine(terminal, 'watchfloor: Stopped. The page and `watchfloor report` show whether it was done.');
    terminal.exitCode = 1;
    return null;
  }
}

async function handOverIfServed(
  { clock }: Terminal,
  { path, lock }: StoreLocation,
  action: SubjectAction,
  signal: AbortSignal,
): Promise<InboxAnswer | null> {
  const isServed = () => isWriterLocked(lock);
  return isServed() ? handOver(action, { directory: dirname(path), clock, isServed, signal }) : null;
}

function recordedIn(answer: InboxAnswer, directory: string): RecordedSubjects {
  if (answer.kind === 'recorded') return answer.recorded;
  if (answer.kind === 'refused') throw new AppError(answer.error);
  throw appError('WATCH_SILENT', { path: directory, problem: 'failed' });
}

/** Takes the lock only for the moment of writing, so that a watch that begins now is not kept out. */
function recordAlone(
  terminal: Terminal,
  options: StoreOptions,
  action: SubjectAction,
): Promise<RecordedSubjects | null> {
  return withCaseProjection(
    terminal,
    options,
    ({ cases, clock, stopSignal }) => actOnSubjects(cases, clock, action, stopSignal),
    (location) => ({
      async addActions(actions) {
        const identity = { ...location, source: '' };
        await refuseCopiedFolder(terminal, options.dataDir, identity);
        const { stores } = (await terminal.openDatabases('read'))(options.dataDir);
        const store = await stores.open(identity, () => undefined);
        try {
          await store.writer.addActions(actions);
        } finally {
          await store.close();
        }
      },
    }),
  );
}

async function refuseCopiedFolder({ environment }: Terminal, dataDir: string, identity: StoreIdentity): Promise<void> {
  const copied = await createDataFolder({
    dataDir,
    readComputerId: () => readComputerId(environment),
    storeExists: () => true,
    watchesCopy: false,
    log: NO_LOG,
  }).copiedStore(identity);
  if (copied !== null) throw copied;
}
