/** Sentences for the failures of a call or a feed. The caller passes them through `visibleText`. */
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { errorWords as errorWordsAt } from '../../src-shared/words/error-words.ts';
import { BackendError } from '../backend/backend-error.ts';

export function errorWords(data: AppErrorData): string {
  return errorWordsAt(data, 'page');
}

export function failureWords(error: Error): string {
  if (!(error instanceof BackendError)) return error.message;
  const { failure } = error;
  switch (failure.kind) {
    case 'expected':
      return errorWords(failure.data);
    case 'incident':
      return `Something went wrong inside Watchfloor. Find it in the log as ${failure.incident}.`;
    case 'not-understood':
      return 'Watchfloor does not understand this page; it may be from another version. Reload it.';
    case 'no-answer':
      return "Watchfloor's backend did not answer: it is busy or has stopped.";
    default:
      return assertNever(failure);
  }
}

/** True if no answer came. The backend may have done what was requested, or may still do it. */
export function isUnanswered(error: Error): boolean {
  return error instanceof BackendError && error.failure.kind === 'no-answer';
}
