/**
 * What the editor shows of a sign-in, and what can be done about it: one thing first, and only what can help. Decides
 * only. What cannot be looked up is never said to be missing.
 */
import type { AppErrorData } from '../../../../src-shared/api/errors.ts';
import type { CredentialLocation, ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile.ts';
import type { StreamStatus } from '../../../../src-shared/domain/stream-status.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';

/** `memory`: with what comes of it kept until Watchfloor is closed; `look`: where it is kept, once more. */
export type SignInOffer = 'sign-in' | 'memory' | 'look';

export type SignInView =
  | { readonly kind: 'looking' }
  | {
      readonly kind: 'ready';
      readonly kept: CredentialLocation;
      readonly as: string | null;
      readonly since: number | null;
      /** The service does not take what comes of it. */
      readonly isRefused: boolean;
    }
  | { readonly kind: 'under-way'; readonly address: string; readonly endsAt: number }
  | {
      readonly kind: 'wanted';
      /** Whether it is there cannot be told at present. */
      readonly isUnknown: boolean;
      /** What to say about it; `null`: nothing that is not to be expected. */
      readonly trouble: AppErrorData | null;
      /** `quiet`: as somebody wanted it. */
      readonly tone: 'quiet' | 'failed';
      /** The first is the one that helps most likely. */
      readonly offers: readonly SignInOffer[];
    };

const NOT_SIGNED_IN: Extract<SignInView, { kind: 'wanted' }> = {
  kind: 'wanted',
  isUnknown: false,
  trouble: null,
  tone: 'quiet',
  offers: ['sign-in'],
};

/**
 * @param flow of the draft: what is kept for the other flow says nothing of it.
 * @param stream of the open watch; `null`: none is open.
 */
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
      const { kept, as, since } = status;
      return { kind: 'ready', kept, as, since, isRefused: stream === 'sign-in-needed' };
    }
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

/** A key that is gone is made anew by the next sign-in; anything else has to be opened by somebody first. */
function unavailableOffers({ code }: AppErrorData): readonly SignInOffer[] {
  return code === 'VAULT_KEY_GONE' ? ['sign-in', 'look', 'memory'] : ['look', 'memory'];
}

function isNotSignedIn(error: AppErrorData): boolean {
  if (error.code === 'SIGNED_OUT') return error.facts.problem === 'never';
  return error.code === 'NO_SECRET' && error.facts.problem === 'none';
}
