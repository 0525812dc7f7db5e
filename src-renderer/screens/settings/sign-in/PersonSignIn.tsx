import type { ReactNode } from 'react';
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useHost } from '../../../stores/queries/use-query.ts';
import { useAppearance, useNow, useStores } from '../../../stores/use-stores.ts';
import { shortTimeText, zoneText } from '../../../time/time-text.ts';
import { failureWords } from '../../../words/error-words.ts';
import {
  credentialLocationWords,
  checkingCredentialWords,
  signOutResultWords,
  missingCredentialWords,
} from '../../../words/sign-in-words.ts';
import { startSignIn } from './start-sign-in.ts';
import styles from './SignIn.module.css';
import { type SignInNote, SignInRow } from './SignInRow.tsx';
import { type SignInOffer, signInView, type SignInView, type SignInPanelProps } from './sign-in-view.ts';
import { SignOutButton } from './SignOutButton.tsx';
import { IssuerPage, SignInProgress } from './SignInProgress.tsx';
import { useSignIn, useStreamKind } from './use-sign-in.ts';

export function PersonSignIn({ entry, flow, isDirty, save, onProvided }: SignInPanelProps) {
  const { backend } = useStores();
  const vault = useHost()?.capabilities.vault ?? 'keychain';
  const calls = useSignIn();
  const { asked: callState } = calls;
  const view = signInView(entry, flow, useStreamKind(entry));
  const saveFirst = isDirty || entry === null;

  const signIn = (keep: CredentialPersistence) =>
    calls.ask(async () => {
      const id = saveFirst ? await save() : entry.id;
      if (id === null) return;
      await startSignIn(backend, id, keep);
      onProvided(id);
    });
  const button = (name: string, press: () => void) => (
    <Button key={name} variant="default" disabled={callState.kind === 'asking'} onClick={press}>
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
      case 'ready':
        return (
          <>
            <SignedIn view={view} />
            {view.isRefused && button(saveFirst ? 'Save and sign in again' : 'Sign in again', () => signIn('store'))}
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
    <SignInRow
      name="Signed in as"
      note={noteOf(view, callState)}
      below={view.kind === 'under-way' && <IssuerPage view={view} />}
    >
      {state()}
    </SignInRow>
  );
}

function noteOf(view: SignInView, callState: ReturnType<typeof useSignIn>['asked']): SignInNote | null {
  if (callState.kind === 'refused') return { tone: 'failed', words: failureWords(callState.error) };
  if (view.kind !== 'wanted') return null;
  if (callState.kind === 'signed-out') return { tone: 'quiet', words: signOutResultWords[callState.atIssuer] };
  return view.trouble === null ? null : { tone: view.tone, words: missingCredentialWords(view.trouble) };
}

/** Example: `o.lind since 21 Nov 06:02 UTC, kept in the system keychain`. */
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
