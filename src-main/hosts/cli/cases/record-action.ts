/**
 * Records an action of a command: through the process that writes the store if there is one, otherwise by itself under
 * the same lock. The action has an id, so that it is recorded once even if one way fails and the other follows.
 */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import type {
  RecordedSubjects,
  SubjectAction,
  SubjectActionAnswer,
} from '../../../../src-shared/api/subject-actions.ts';
import { handOver } from '../../../adapters/action-inbox/hand-over.ts';
import { readComputerId } from '../../../adapters/data-folder/computer-id.ts';
import { createDataFolder } from '../../../adapters/data-folder/data-folder.ts';
import type { StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { isWriterLocked } from '../../../adapters/sqlite/events/files/writer-lock.ts';
import { createCases } from '../../../core/cases/create-cases.ts';
import { actOnSubjects } from '../../../core/cases/subject-actions.ts';
import { ChangeSignal } from '../../../core/lib/change-signal.ts';
import type { StoreOptions } from '../options.ts';
import { chooseReadableStore, withReader } from '../store/store-choice.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { attemptSilenceOf, NO_LOG, waitUntilCaughtUp } from './opened-case-projection.ts';

/** A watch may begin or end while the command runs. */
const MAX_TRIES = 3;

/** Returns null if the user stopped the command. @throws AppError BAD_SUBJECT, WATCH_SILENT, FOLDER_COPIED, STORE_… */
export async function recordAction(
  terminal: Terminal,
  { dataDir, profile }: StoreOptions,
  action: SubjectAction,
): Promise<RecordedSubjects | null> {
  const store = await chooseReadableStore(dataDir, profile);
  const stopSignal = terminal.stopSignal();
  try {
    for (let tries = 1; ; tries += 1) {
      const answer = await handOverIfServed(terminal, store, action, stopSignal);
      if (answer !== null) return recordedIn(answer, dirname(store.path));
      try {
        return await recordAlone(terminal, dataDir, store, action, stopSignal);
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
): Promise<SubjectActionAnswer | null> {
  const isServed = () => isWriterLocked(lock);
  return isServed() ? handOver(action, { directory: dirname(path), clock, isServed, signal }) : null;
}

function recordedIn(answer: SubjectActionAnswer, directory: string): RecordedSubjects {
  if (answer.kind === 'recorded') return answer.recorded;
  if (answer.kind === 'refused') throw new AppError(answer.error);
  throw appError('WATCH_SILENT', { path: directory, problem: 'failed' });
}

/** Writes the store. Nothing else about it changes: the next watch resumes as if this command had not run. */
async function recordAlone(
  terminal: Terminal,
  dataDir: string,
  location: StoreLocation,
  action: SubjectAction,
  stopSignal: AbortSignal,
): Promise<RecordedSubjects> {
  const { clock } = terminal;
  const watchesCopy = false;
  const readId = () => readComputerId(terminal.environment);
  const folder = { dataDir, readComputerId: readId, storeExists: () => true, watchesCopy, log: NO_LOG };
  const identity = { ...location, source: '' };
  const copied = await createDataFolder(folder).copiedStore(identity);
  if (copied !== null) throw copied;
  // A damaged store is refused here. Opening it for writing would set it aside.
  await withReader(location.path, (reader) => reader.extent());
  const { stores, caseProjections } = (await terminal.openDatabases('watch'))(dataDir);
  const store = await stores.open(identity, () => undefined);
  const { reader, scanner, writer } = store;
  const projection = caseProjections.open(identity);
  const cases = createCases({
    profile: { attemptSilenceMinutes: attemptSilenceOf(location) },
    clock,
    log: NO_LOG,
    newId: () => randomBytes(8).toString('hex'),
    projection,
    reader,
    scanner,
    writer,
    committed: new ChangeSignal(),
  });
  const stopController = new AbortController();
  const running = cases.run(stopController.signal);
  try {
    await waitUntilCaughtUp(terminal, cases, reader, stopSignal);
    return await actOnSubjects(cases, clock, action, stopSignal);
  } finally {
    stopController.abort(new Error('the command has ended'));
    await running;
    await projection.close();
    await store.close();
  }
}
