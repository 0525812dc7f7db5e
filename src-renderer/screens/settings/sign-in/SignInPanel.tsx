/**
 * Who Watchfloor is at the issuer, for one profile: what is kept, since when and where, and the one thing to do next.
 * A secret goes from its input to the backend, and is never shown again.
 */
import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile.ts';
import { ClientSecret } from './ClientSecret.tsx';
import { PersonSignIn } from './PersonSignIn.tsx';
import type { TypedSecret } from './typed-secret.ts';

export interface SignInPanelProps {
  /** As it is kept; `null`: the draft was never saved. */
  readonly entry: ProfileEntry | null;
  /** Of the draft as it is typed. */
  readonly flow: ConnectionProfile['flow'];
  /** The draft differs from what is kept: it is saved before anybody signs in. */
  readonly isDirty: boolean;
  /** Saves the draft; its id, or `null` where it cannot be saved, which the editor says. */
  readonly save: () => Promise<ProfileId | null>;
  /** A sign-in has begun, or a secret is kept. */
  readonly onProvided: (id: ProfileId) => void;
  /** Of this editor (`useTypedSecret`). "Save" of the editor keeps what was typed, too: `storeTypedSecret`. */
  readonly secret: TypedSecret;
}

export function SignInPanel(props: SignInPanelProps) {
  return props.flow === 'authorizationCode' ? <PersonSignIn {...props} /> : <ClientSecret {...props} />;
}
