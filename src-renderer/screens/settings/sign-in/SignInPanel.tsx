/** The state and the next step of a sign-in. A secret goes from its input to the backend and is never shown again. */
import { ClientSecret } from './ClientSecret.tsx';
import { PersonSignIn } from './PersonSignIn.tsx';
import type { SignInPanelProps } from './sign-in-view.ts';

export function SignInPanel(props: SignInPanelProps) {
  return props.flow === 'authorizationCode' ? <PersonSignIn {...props} /> : <ClientSecret {...props} />;
}
