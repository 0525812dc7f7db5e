/**
 * Expected failures. Only errors with one of these codes cross a wire; anything else crosses as INTERNAL with an
 * incident id whose stack is in the log. Messages are sentences for people: what happened, and what to do.
 */
export type AppErrorCode =
  | 'BAD_PROFILE' // a profile file or field is wrong
  | 'BAD_ARGUMENT' // a command-line argument is wrong
  | 'NO_SECRET' // no client secret in any of its three places
  | 'KEYCHAIN_UNAVAILABLE'
  | 'NO_STORE' // nothing stored under this data directory or name
  | 'STORE_AMBIGUOUS' // several stores, none named
  | 'STORE_IN_USE' // another process collects into it
  | 'STORE_TOO_NEW' // written by a newer version
  | 'STORE_DAMAGED'
  | 'STORE_UNWRITABLE' // full, read-only or locked
  | 'STORE_UNREADABLE' // this user may not read it
  | 'STORE_LOST' // the part that keeps the events has died
  | 'NOT_FOUND'
  | 'NOT_WATCHING' // the call needs an open profile
  | 'UNSUPPORTED'; // this host cannot do it

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AppErrorCode;
  constructor(code: AppErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
