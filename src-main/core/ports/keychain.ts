/** Null: the secret is absent. AppError KEYCHAIN_UNAVAILABLE says nothing about the secret. */
export interface Keychain {
  /** Rejects with the signal's reason immediately when aborted, because a locked keychain may wait for the user. */
  read(account: string, signal: AbortSignal): Promise<string | null>;
  write(account: string, secret: string): Promise<void>;
  /** Returns false if there was no secret. */
  remove(account: string): Promise<boolean>;
  /** Cancels running calls. Idempotent. */
  close(): Promise<void>;
}
