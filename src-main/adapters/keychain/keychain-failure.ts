/** Defines how long every keychain of this folder waits for an answer, and its errors if it cannot be used. */
import { type AppError, type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';

/** A keychain takes longer than this only if it is frozen or asks the user. */
export const RESPONSE_TIMEOUT_MS = 10_000;
/** Time to see the keychain's dialog and type a password. */
export const PROMPT_TIMEOUT_MS = 120_000;

type Problem = Exclude<AppErrorDetails['KEYCHAIN_UNAVAILABLE']['problem'], 'failed'>;

export function unavailable(problem: Problem, cause?: unknown): AppError {
  return appError('KEYCHAIN_UNAVAILABLE', { problem }, { cause });
}

export function failed(detail: string, cause?: unknown): AppError {
  return appError('KEYCHAIN_UNAVAILABLE', { problem: 'failed', detail }, { cause });
}
