/** What a call or a feed failed with: facts for a sentence (`words/error-words.ts`). The message is for logs alone. */
import type { AppErrorData } from '../../src-shared/api/errors.ts';

export type BackendFailure =
  /** Expected: a code and its facts. */
  | { readonly kind: 'expected'; readonly data: AppErrorData }
  /** A bug of ours; the log has it under `incident`. */
  | { readonly kind: 'incident'; readonly incident: string }
  /** The backend does not understand this page: they are of two versions. */
  | { readonly kind: 'not-understood' }
  /** No answer came. */
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
