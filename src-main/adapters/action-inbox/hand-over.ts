import { rm } from 'node:fs/promises';
import { type InboxAnswer, inboxAnswerSchema, type InboxRequest } from '../../../src-shared/api/inbox.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { readPlainText } from '../files/plain-file.ts';
import { inboxFiles, inboxIn, MAX_FILE_BYTES } from './inbox-files.ts';

/** Users perceive 100 ms as immediate. */
const POLL_INTERVAL_MS = 20;
/** Looking at the lock of the store holds it briefly, so it is not done at each poll. */
const POLLS_PER_LOOK_AT_LOCK = 10;
/** A watch takes an action within half a second. */
const MAX_WAIT_TO_TAKE_MS = 5_000;
/** In a burst of events the case projection is 2 s behind; the rest allows for a slow disk. */
const MAX_WAIT_TO_CONFIRM_MS = 30_000;

interface HandOverParts {
  readonly directory: string;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  /** False once no process writes the store. */
  readonly isServed: () => boolean;
  readonly signal: AbortSignal;
}

/**
 * Null if no process writes the store any more: the caller then records the action itself, with the same id, so that it
 * counts once. @throws AppError WATCH_SILENT, STORE_UNWRITABLE; the signal's reason
 */
export async function handOver(
  action: InboxRequest,
  { directory, clock, isServed, signal }: HandOverParts,
): Promise<InboxAnswer | null> {
  const inbox = inboxIn(directory);
  const files = inboxFiles(inbox, action.id);
  const silent = (problem: 'not-taken' | 'not-confirmed') => appError('WATCH_SILENT', { path: directory, problem });
  await writeFileAtomically(files.request, JSON.stringify(action), false);
  const startedAt = clock.monotonic();
  try {
    for (let poll = 0; ; poll += 1) {
      const answer = await readAnswer(files.answer, directory);
      if (answer !== null) return answer;
      // An answer may have come after it was looked for.
      if (poll % POLLS_PER_LOOK_AT_LOCK === 0 && !isServed()) return await readAnswer(files.answer, directory);
      const waitedMs = clock.monotonic() - startedAt;
      if (waitedMs > MAX_WAIT_TO_TAKE_MS && (await withdraw(files.request))) throw silent('not-taken');
      if (waitedMs > MAX_WAIT_TO_CONFIRM_MS) throw silent('not-confirmed');
      await clock.sleep(POLL_INTERVAL_MS, signal);
    }
  } finally {
    await Promise.all([files.request, files.taken, files.answer].map((file) => rm(file, { force: true })));
  }
}

/** Returns false if the other process has taken the action. */
async function withdraw(request: string): Promise<boolean> {
  try {
    await rm(request);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function readAnswer(path: string, directory: string): Promise<InboxAnswer | null> {
  const text = await readPlainText(path, MAX_FILE_BYTES).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const answer = inboxAnswerSchema.safeParse(parseJsonOrNull(text));
  if (!answer.success) throw appError('WATCH_SILENT', { path: directory, problem: 'not-confirmed' });
  return answer.data;
}
