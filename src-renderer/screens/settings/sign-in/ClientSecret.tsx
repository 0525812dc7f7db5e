/**
 * The secret of a client that signs in by itself: where it is kept, and a field to give it. The field is the browser's
 * own and uncontrolled; it is empty again as soon as what was typed is kept.
 */
import { useId } from 'react';
import type { Keep } from '../../../../src-shared/api/profiles.ts';
import { useHost } from '../../../stores/use-answer.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { BackendError } from '../../../backend/backend-error.ts';
import { Button } from '../../../components/Button.tsx';
import { troubleWords } from '../../../words/error-words.ts';
import {
  lookingWords,
  secretKeptWords,
  secretPlaceWords,
  signedOutWords,
  wantedWords,
} from '../../../words/sign-in-words.ts';
import { ownSecretField } from './own-secret-field.ts';
import { keepTyped } from './keep-typed.ts';
import styles from './SignIn.module.css';
import { type Note, SignInRow } from './SignInRow.tsx';
import { signInView } from './sign-in-view.ts';
import { SignOutButton } from './SignOutButton.tsx';
import type { SignInPanelProps } from './SignInPanel.tsx';
import { useSignIn, useStreamOf } from './use-sign-in.ts';

/** As long as the backend takes. */
const LONGEST_SECRET = 65_536;

export function ClientSecret({ entry, flow, dirty, save, given, secret }: SignInPanelProps) {
  const { isTyped, attach, note: noteTyped } = secret;
  const { backend } = useStores();
  const vault = useHost()?.capabilities.vault ?? 'keychain';
  const calls = useSignIn();
  const { asked } = calls;
  const field = useId();
  const view = signInView(entry, flow, useStreamOf(entry));
  const saveFirst = dirty || entry === null;
  const kept = view.kind === 'ready' ? view.kept : null;
  const isAsking = asked.kind === 'asking';

  const keep = (where: Keep) =>
    calls.ask(async () => {
      const id = saveFirst ? await save() : entry.id;
      if (id === null) return;
      await keepTyped(backend, id, secret, where);
      given(id);
    });

  function note(): Note {
    if (asked.kind === 'refused') return { tone: 'failed', words: troubleWords(asked.error) };
    if (view.kind === 'looking') return { tone: 'quiet', words: lookingWords(vault) };
    if (kept !== null && !isTyped) return { tone: 'good', words: secretKeptWords[kept] };
    if (view.kind === 'wanted' && view.trouble !== null) return { tone: view.tone, words: wantedWords(view.trouble) };
    if (asked.kind === 'signed-out') return { tone: 'quiet', words: signedOutWords[asked.atIssuer] };
    return { tone: 'quiet', words: secretPlaceWords(vault) };
  }
  const offers = view.kind === 'wanted' ? view.offers : [];
  const offersMemory = offers.includes('memory') || (asked.kind === 'refused' && isOfTheVault(asked.error));
  return (
    <SignInRow name={<label htmlFor={field}>Client secret</label>} note={note()}>
      <input
        {...ownSecretField()}
        id={field}
        ref={attach}
        className={`${styles['secret']} text-field`}
        maxLength={LONGEST_SECRET}
        disabled={kept === 'environment' || kept === 'file'}
        placeholder={kept === null ? '' : 'Kept. Type another to replace it'}
        onInput={noteTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isTyped) return;
          // The editor around it would save and keep it as well.
          event.preventDefault();
          if (!isAsking) keep('store');
        }}
      />
      {isTyped && (
        <Button variant="default" disabled={isAsking} onClick={() => keep('store')}>
          {saveFirst ? 'Save and keep it' : 'Keep it'}
        </Button>
      )}
      {offersMemory && (
        <Button variant="default" disabled={isAsking || !isTyped} onClick={() => keep('memory')}>
          Keep until I close Watchfloor
        </Button>
      )}
      {offers.includes('look') && entry !== null && (
        <Button variant="default" disabled={isAsking} onClick={() => calls.look(entry.id)}>
          Look again
        </Button>
      )}
      {entry !== null && !isTyped && (kept === 'keychain' || kept === 'key-file' || kept === 'memory') && (
        <SignOutButton entry={entry} calls={calls} name="Forget it" />
      )}
    </SignInRow>
  );
}

/** Keeping it came to nothing since the place is not to be used: this process is another. */
function isOfTheVault(error: Error): boolean {
  if (!(error instanceof BackendError) || error.failure.kind !== 'expected') return false;
  const { code } = error.failure.data;
  return code === 'KEYCHAIN_UNAVAILABLE' || code.startsWith('VAULT_');
}
