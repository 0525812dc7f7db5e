/**
 * The keychain of the operating system. Three states that must never be mixed up: the secret is there, it is absent
 * (`null`), or the keychain is unavailable (AppError KEYCHAIN_UNAVAILABLE), which says nothing about the secret.
 */
export interface Keychain {
  /** Rejects with the signal's reason at once when aborted: a locked keychain may be asking a person. */
  read(account: string, signal: AbortSignal): Promise<string | null>;
  write(account: string, secret: string): Promise<void>;
  /** `false` where there was none. */
  remove(account: string): Promise<boolean>;
  /** Gives up what is under way. Idempotent. */
  close(): Promise<void>;
}
