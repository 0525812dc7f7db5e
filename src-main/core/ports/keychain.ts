/**
 * The keychain of the operating system. Three states that must never be mixed up: the secret is there, it is absent
 * (`null`), or the keychain is unavailable (AppError KEYCHAIN_UNAVAILABLE), which says nothing about the secret.
 */
export interface Keychain {
  read(account: string): Promise<string | null>;
  write(account: string, secret: string): Promise<void>;
  /** `false` where there was none. */
  remove(account: string): Promise<boolean>;
  /** Idempotent. */
  close(): Promise<void>;
}
