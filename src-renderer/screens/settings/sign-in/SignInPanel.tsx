/**
 * Sign-in of one profile: what is stored, since when and where, and the next step. A secret is sent from its input to
 * the backend and never shown again.
 */
import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { ClientSecret } from './ClientSecret.tsx';
import { PersonSignIn } from './PersonSignIn.tsx';
import type { TypedSecret } from './typed-secret.ts';

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

export function SignInPanel(props: SignInPanelProps) {
  return props.flow === 'authorizationCode' ? <PersonSignIn {...props} /> : <ClientSecret {...props} />;
}
