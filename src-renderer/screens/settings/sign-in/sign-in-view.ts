/** The most likely remedy comes first. A credential that cannot be looked up is never reported as missing. Pure. */
import type { AppErrorData } from '../../../../src-shared/api/errors.ts';
import type { CredentialLocation, ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import type { StreamStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { TypedSecret } from './typed-secret.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';

export interface SignInPanelProps {
  readonly entry: ProfileEntry | null;
  readonly flow: ConnectionProfile['flow'];
  /** True if the draft has unsaved changes, which are saved before a sign-in. */
  readonly isDirty: boolean;
  /** Saves the draft. Returns its id, or null if it cannot be saved; the editor shows why. */
  readonly save: () => Promise<ProfileId | null>;
  readonly onProvided: (id: ProfileId) => void;
  /** Secret of this editor (`useTypedSecret`). "Save" of the editor also stores it: `storeTypedSecret`. */
  readonly secret: TypedSecret;
}

/** `memory`: sign in and keep the result until Watchfloor is closed; `look`: look up the stored credential again. */
export type SignInOffer = 'sign-in' | 'memory' | 'look';

export type SignInView =
  | { readonly kind: 'looking' }
  | {
      readonly kind: 'ready';
      readonly location: CredentialLocation;
      readonly as: string | null;
      readonly since: number | null;
      /** True if the service rejects the resulting token. */
      readonly isRefused: boolean;
      readonly notStored: AppErrorData | null;
    }
  | { readonly kind: 'keychain-waits' }
  | { readonly kind: 'under-way'; readonly address: string; readonly endsAt: number }
  | {
      readonly kind: 'wanted';
      readonly isUnknown: boolean;
      readonly trouble: AppErrorData | null;
      /** `quiet`: the user caused this state. */
      readonly tone: 'quiet' | 'failed';
      readonly offers: readonly SignInOffer[];
    };

const NOT_SIGNED_IN: Extract<SignInView, { kind: 'wanted' }> = {
  kind: 'wanted',
  isUnknown: false,
  trouble: null,
  tone: 'quiet',
  offers: ['sign-in'],
};

/** A credential of another flow than the draft's is ignored. `stream` is null if no watch is open. */
export function signInView(
  entry: Pick<ProfileEntry, 'profile' | 'signIn'> | null,
  flow: ConnectionProfile['flow'],
  stream: StreamStatus['kind'] | null,
): SignInView {
  if (entry === null || (entry.profile !== null && entry.profile.flow !== flow)) return NOT_SIGNED_IN;
  const status = entry.signIn;
  switch (status.kind) {
    case 'unknown':
      return { kind: 'looking' };
    case 'ready': {
      const { kept: location, as, since, notStored = null } = status;
      return { kind: 'ready', location, as, since, isRefused: stream === 'sign-in-needed', notStored };
    }
    case 'keychain-waits':
      return { kind: 'keychain-waits' };
    case 'under-way':
      return { kind: 'under-way', address: status.address, endsAt: status.endsAt };
    case 'missing':
      return isNotSignedIn(status.error) ? NOT_SIGNED_IN : { ...NOT_SIGNED_IN, trouble: status.error, tone: 'failed' };
    case 'unavailable':
      return {
        ...NOT_SIGNED_IN,
        isUnknown: true,
        trouble: status.error,
        tone: 'failed',
        offers: unavailableOffers(status.error),
      };
    case 'failed': {
      const { error } = status;
      if (error.code !== 'SIGN_IN_FAILED')
        return { ...NOT_SIGNED_IN, trouble: error, tone: 'failed', offers: ['sign-in', 'memory'] };
      return { ...NOT_SIGNED_IN, trouble: error, tone: error.facts.problem === 'cancelled' ? 'quiet' : 'failed' };
    }
    default:
      return assertNever(status);
  }
}

/** A new sign-in recreates a lost key. Any other vault problem must be solved by the user first. */
function unavailableOffers({ code }: AppErrorData): readonly SignInOffer[] {
  return code === 'VAULT_KEY_GONE' ? ['sign-in', 'look', 'memory'] : ['look', 'memory'];
}

function isNotSignedIn(error: AppErrorData): boolean {
  if (error.code === 'SIGNED_OUT') return error.facts.problem === 'never';
  return error.code === 'NO_SECRET' && error.facts.problem === 'none';
}
