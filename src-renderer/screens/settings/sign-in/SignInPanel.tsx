/**
 * Sign-in of one profile: what is stored, since when and where, and the next step. A secret is sent from its input to
 * the backend and never shown again.
 */
import { ClientSecret } from './ClientSecret.tsx';
import { PersonSignIn } from './PersonSignIn.tsx';
import type { SignInPanelProps } from './sign-in-view.ts';

export function SignInPanel(props: SignInPanelProps) {
  return props.flow === 'authorizationCode' ? <PersonSignIn {...props} /> : <ClientSecret {...props} />;
}
