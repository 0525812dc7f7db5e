import type { NewOutlet, Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { StoreIdentity } from './event-store.ts';

export interface OutletFiles {
  /** Returns an empty list if none are saved. @throws AppError OUTLETS_DAMAGED, STORE_UNREADABLE */
  read(identity: StoreIdentity): Promise<readonly Outlet[]>;
  /** Replaces the file atomically. @throws AppError STORE_UNWRITABLE */
  write(identity: StoreIdentity, outlets: readonly Outlet[]): Promise<void>;
  /** @throws AppError MANAGED, POLICY_DAMAGED if the fleet policy does not allow these outlets */
  refuse(outlets: readonly NewOutlet[]): void;
  /** Changes when the file changes, also by another process. Cheap. */
  revision(identity: StoreIdentity): Promise<string>;
}

export interface OutletRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly profile: Pick<ConnectionProfile, 'caFile' | 'proxy'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Is in the header `auth`, or else replaces `{secret}` in the address, and signs. Removed from everything that is returned. */
  readonly secret: string | null;
  readonly auth: Outlet['auth'];
  /** Adds the headers of Standard Webhooks; null for kinds that are not signed. */
  readonly signed: { readonly id: string; /** UTC epoch ms */ readonly at: number } | null;
}

export type OutletResponse =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfterMs: number | null;
      /** Media type without parameters; null if the receiver names none. */
      readonly mediaType: string | null;
      /** Start of the body. */
      readonly text: string;
      /** Receiver's clock minus this computer's, ms, from the header `Date`: at most 1 s too small. Null without one. */
      readonly clockOffsetMs: number | null;
    }
  /** `detail`: why there was no answer, for people. */
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };

export interface OutletSender {
  /** Follows no redirect. Rejects only if the signal is aborted. */
  send(request: OutletRequest, signal: AbortSignal): Promise<OutletResponse>;
  /** Appends complete lines and resolves when they are on the disk. */
  append(path: string, text: string): Promise<OutletResponse>;
}

type BoundTo = Pick<Outlet, 'id' | 'url' | 'auth'>;

export interface OutletSecrets {
  /** Returns null if there is none. @throws AppError OUTLET_SECRET_BOUND if it was given for another address or header; VAULT_…, KEYCHAIN_UNAVAILABLE */
  read(outlet: BoundTo, signal: AbortSignal): Promise<string | null>;
  /** True if one is stored, for any address. Cheap. @throws AppError VAULT_DAMAGED */
  has(id: string): Promise<boolean>;
  /** @throws AppError VAULT_…, KEYCHAIN_UNAVAILABLE, STORE_UNWRITABLE */
  write(outlet: BoundTo, secret: string, signal: AbortSignal): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface OutletPorts {
  readonly files: OutletFiles;
  readonly sender: OutletSender;
  readonly secretsOf: (profile: ProfileId) => OutletSecrets;
}
