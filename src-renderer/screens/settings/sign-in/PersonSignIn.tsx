import type { ReactNode } from 'react';
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useNow, useStores } from '../../../stores/use-stores.ts';
import { shortTimeText, zoneText } from '../../../time/time-text.ts';
import { errorWords, failureWords } from '../../../words/error-words.ts';
import {
  credentialLocationWords,
  checkingCredentialWords,
  signOutResultWords,
  keychainWaitsWords,
  notStoredWords,
} from '../../../words/sign-in-words.ts';
import { startSignIn } from './start-sign-in.ts';
import styles from './SignIn.module.css';
import { type SignInNote, SignInRow } from './SignInRow.tsx';
import { type SignInOffer, type SignInView, type SignInPanelProps } from './sign-in-view.ts';
import { SignOutButton } from './SignOutButton.tsx';
import { IssuerPage, SignInProgress } from './SignInProgress.tsx';
import { useSignIn } from './use-sign-in.ts';

export function PersonSignIn(props: SignInPanelProps) {
  const { entry } = props;
  const { backend } = useStores();
  const calls = useSignIn(props);
  const { vault, view, saveFirst, isRunning } = calls;
  const signIn = (keep: CredentialPersistence) => calls.provide((id) => startSignIn(backend, id, keep));
  const button = (name: string, press: () => void) => (
    <Button key={name} disabled={isRunning} onClick={press}>
      {name}
    </Button>
  );
  const offer = (offered: SignInOffer): ReactNode => {
    switch (offered) {
      case 'sign-in':
        return button(saveFirst ? 'Save and sign in' : 'Sign in', () => signIn('store'));
      case 'memory':
        return button('Sign in until I close Watchfloor', () => signIn('memory'));
      case 'look':
        return entry === null ? null : button('Check again', () => calls.look(entry.id));
      default:
        return assertNever(offered);
    }
  };

  function state(): ReactNode {
    switch (view.kind) {
      case 'looking':
        return <p className={styles['person']}>{checkingCredentialWords(vault)}</p>;
      case 'keychain-waits':
        return <p className={styles['person']}>{keychainWaitsWords}</p>;
      case 'ready':
        return (
          <>
            <SignedIn view={view} />
            {(view.isRefused || view.notStored !== null) &&
              button(saveFirst ? 'Save and sign in again' : 'Sign in again', () => signIn('store'))}
            {entry !== null && <SignOutButton entry={entry} calls={calls} name="Sign out" />}
          </>
        );
      case 'under-way':
        return <SignInProgress view={view} cancel={() => entry !== null && calls.cancel(entry.id)} />;
      case 'wanted':
        return (
          <>
            <p className={styles['person']}>{view.isUnknown ? 'Unknown' : 'Not signed in'}</p>
            {view.offers.map(offer)}
          </>
        );
      default:
        return assertNever(view);
    }
  }
  return (
    <SignInRow name="Signed in as" note={noteOf(calls)} below={view.kind === 'under-way' && <IssuerPage view={view} />}>
      {state()}
    </SignInRow>
  );
}

function noteOf({ view, error, signedOut }: ReturnType<typeof useSignIn>): SignInNote | null {
  if (error !== null) return { tone: 'failed', words: failureWords(error) };
  if (view.kind === 'ready' && view.notStored !== null)
    return { tone: 'failed', words: notStoredWords(view.notStored) };
  if (view.kind !== 'wanted') return null;
  if (signedOut !== null) return { tone: 'quiet', words: signOutResultWords[signedOut] };
  return view.trouble === null ? null : { tone: view.tone, words: errorWords(view.trouble) };
}

function SignedIn({ view }: { view: Extract<SignInView, { kind: 'ready' }> }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const since =
    view.since === null ? '' : `since ${shortTimeText(view.since, now, zone)} ${zoneText(view.since, zone)}, `;
  return (
    <p className={styles['person']}>
      <b>{view.as === null ? 'Name not given' : <Untrusted text={view.as} />}</b>{' '}
      <span className="quiet">
        {since}
        {credentialLocationWords[view.location]}
      </span>
    </p>
  );
}
