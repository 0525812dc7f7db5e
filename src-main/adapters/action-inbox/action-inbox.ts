import { type FSWatcher, watch } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { type InboxAnswer, type InboxRequest, inboxRequestSchema } from '../../../src-shared/api/inbox.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { ActionInbox } from '../../core/ports/action-inbox.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import type { Log } from '../../core/ports/log.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { readPlainText } from '../files/plain-file.ts';
import { removeStalePart } from '../files/stale-part.ts';
import { createInbox, inboxFiles, inboxIn, MAX_FILE_BYTES, requestId } from './inbox-files.ts';

/** The system reports a new file at once. Some file systems do not, so the folder is also read this often. */
const POLL_INTERVAL_MS = 2_000;
/** Used if the system cannot watch the folder. */
const UNWATCHED_INTERVAL_MS = 500;

type Handle = (request: InboxRequest) => Promise<InboxAnswer>;

interface InboxParts {
  readonly directoryOf: (store: StoreIdentity) => string;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

export function createActionInbox({ directoryOf, clock, log }: InboxParts): ActionInbox {
  return {
    async serve(store, handle, signal) {
      const inbox = inboxIn(directoryOf(store));
      let pause = new AbortController();
      const wake = () => pause.abort(new Error('the inbox has changed'));
      signal.addEventListener('abort', wake, { once: true });
      let watcher: FSWatcher | null = null;
      let hasFailed = false;
      while (!signal.aborted) {
        pause = new AbortController();
        try {
          if (watcher === null) await createInbox(inbox);
          watcher ??= watchFolder(inbox, () => wake());
          await takeAll(inbox, handle, log);
          hasFailed = false;
        } catch (error) {
          if (!hasFailed) log.warn('actions of commands cannot be taken in', { inbox, error });
          hasFailed = true;
          // The folder may be gone. Then it is created and watched again.
          watcher?.close();
          watcher = null;
        }
        const pauseMs = watcher === null ? UNWATCHED_INTERVAL_MS : POLL_INTERVAL_MS;
        if (!signal.aborted) await clock.sleep(pauseMs, pause.signal).catch(() => undefined);
      }
      watcher?.close();
    },
  };
}

/** Returns null if the system cannot watch the folder, which is then only read from time to time. */
function watchFolder(inbox: string, onChange: () => void): FSWatcher | null {
  try {
    return watch(inbox, onChange).on('error', () => undefined);
  } catch {
    return null;
  }
}

async function takeAll(inbox: string, handle: Handle, log: Log): Promise<void> {
  for (const name of (await readdir(inbox)).toSorted()) {
    // A command that was killed leaves its files. It may have been for something that is over long since.
    await removeStalePart(join(inbox, name));
    const id = requestId(name);
    if (id !== null) await takeOne(inbox, id, handle, log);
  }
}

async function takeOne(inbox: string, id: string, handle: Handle, log: Log): Promise<void> {
  const { request, taken, answer } = inboxFiles(inbox, id);
  try {
    await rename(request, taken);
  } catch (error) {
    // The command has withdrawn it.
    if (errorCodeOf(error) === 'ENOENT') return;
    throw error;
  }
  const parsed = inboxRequestSchema.safeParse(parseJsonOrNull(await readPlainText(taken, MAX_FILE_BYTES)));
  if (!parsed.success) log.warn('an action of a command cannot be understood', { id });
  const answered: InboxAnswer = parsed.success
    ? await handle(parsed.data)
    : { kind: 'refused', error: appError('BAD_ARGUMENT', { words: NOT_UNDERSTOOD }).data };
  await writeFileAtomically(answer, JSON.stringify(answered), false);
  await rm(taken, { force: true });
}

const NOT_UNDERSTOOD =
  'The process that writes the store does not understand this command: it is another version of Watchfloor.';
