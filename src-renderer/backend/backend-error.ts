/** Has the facts for a sentence (`words/error-words.ts`); the message is for logs only. */
import type { AppErrorData } from '../../src-shared/api/errors.ts';

export type BackendFailure =
  | { readonly kind: 'expected'; readonly data: AppErrorData }
  /** A bug in the backend; `incident` finds it in the log. */
  | { readonly kind: 'incident'; readonly incident: string }
  /** The backend rejected the request as invalid: page and backend have different versions. */
  | { readonly kind: 'not-understood' }
  | { readonly kind: 'no-answer' };

export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly failure: BackendFailure;

  constructor(failure: BackendFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
  }

  get data(): AppErrorData | null {
    return this.failure.kind === 'expected' ? this.failure.data : null;
  }
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
