/**
 * Records an action of a command: through the process that writes the store if there is one, otherwise by itself under
 * the same lock. The action has an id, so that it is recorded once even if one way fails and the other follows.
 */
import { dirname } from 'node:path';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import type { InboxAnswer, InboxRequest } from '../../../../src-shared/api/inbox.ts';
import type { ActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { RecordedSubjects, SubjectAction } from '../../../../src-shared/api/subject-actions.ts';
import { handOver } from '../../../adapters/action-inbox/hand-over.ts';
import { readComputerId } from '../../../adapters/data-folder/computer-id.ts';
import { createDataFolder } from '../../../adapters/data-folder/data-folder.ts';
import type { StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { isWriterLocked } from '../../../adapters/sqlite/events/files/writer-lock.ts';
import type { CasesParts } from '../../../core/cases/create-cases.ts';
import { actOnSubjects } from '../../../core/cases/subject-actions.ts';
import type { StoreIdentity } from '../../../core/ports/event-store.ts';
import type { StoreOptions } from '../options.ts';
import { chooseReadableStore } from '../store/store-choice.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { NO_LOG, withCaseProjection } from './opened-case-projection.ts';

/** A watch may begin or end while the command runs. */
const MAX_TRIES = 3;

/** Returns null if the user stopped the command. @throws AppError BAD_SUBJECT, WATCH_SILENT, FOLDER_COPIED, STORE_… */
export function recordAction(
  terminal: Terminal,
  options: StoreOptions,
  action: SubjectAction,
): Promise<RecordedSubjects | null> {
  return record(terminal, options, action, {
    answered: recordedIn,
    alone: () => recordAlone(terminal, options, action),
  });
}

/** Records an action without subjects. Returns null if the user stopped the command. @throws as `recordAction` */
export function recordEntry(terminal: Terminal, options: StoreOptions, entry: ActionEntry): Promise<true | null> {
  const request: InboxRequest = { id: entry.id, viewer: 'add-actions', actions: [entry] };
  return record<true>(terminal, options, request, {
    answered(answer, directory) {
      if (answer.kind !== 'done') recordedIn(answer, directory);
      return true;
    },
    async alone(store) {
      await writerAlone(terminal, options, store).addActions([entry]);
      return true;
    },
  });
}

interface Ways<Result> {
  /** @throws AppError if nothing was recorded */
  readonly answered: (answer: InboxAnswer, directory: string) => Result;
  readonly alone: (store: StoreLocation) => Promise<Result | null>;
}

async function record<Result>(
  terminal: Terminal,
  options: StoreOptions,
  request: InboxRequest,
  { answered, alone }: Ways<Result>,
): Promise<Result | null> {
  const store = await chooseReadableStore(options.dataDir, options.profile);
  const stopSignal = terminal.stopSignal();
  try {
    for (let tries = 1; ; tries += 1) {
      const answer = await handOverIfServed(terminal, store, request, stopSignal);
      if (answer !== null) return answered(answer, dirname(store.path));
      try {
        return await alone(store);
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
  request: InboxRequest,
  signal: AbortSignal,
): Promise<InboxAnswer | null> {
  const isServed = () => isWriterLocked(lock);
  return isServed() ? handOver(request, { directory: dirname(path), clock, isServed, signal }) : null;
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
    (location) => writerAlone(terminal, options, location),
  );
}

function writerAlone(terminal: Terminal, { dataDir }: StoreOptions, location: StoreLocation): CasesParts['writer'] {
  return {
    async addActions(actions) {
      const identity = { ...location, source: '' };
      await refuseCopiedFolder(terminal, dataDir, identity);
      const { stores } = (await terminal.openDatabases('watch'))(dataDir);
      const store = await stores.open(identity, () => undefined);
      try {
        await store.writer.addActions(actions);
      } finally {
        await store.close();
      }
    },
  };
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
