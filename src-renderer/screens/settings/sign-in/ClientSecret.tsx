/** The place of the client secret, and an input for one: uncontrolled, and cleared when the secret is stored. */
import { useId } from 'react';
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { BackendError } from '../../../backend/backend-error.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { errorWords, failureWords } from '../../../words/error-words.ts';
import {
  checkingCredentialWords,
  keychainWaitsWords,
  secretLocationWords,
  newSecretLocationWords,
  signOutResultWords,
} from '../../../words/sign-in-words.ts';
import { secretFieldProps } from './secret-field-props.ts';
import { storeTypedSecret } from './store-typed-secret.ts';
import styles from './SignIn.module.css';
import { type SignInNote, SignInRow } from './SignInRow.tsx';
import type { SignInPanelProps } from './sign-in-view.ts';
import { SignOutButton } from './SignOutButton.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Limit of the backend, in characters. */
const MAX_SECRET_LENGTH = 65_536;

export function ClientSecret(props: SignInPanelProps) {
  const { entry, secret } = props;
  const { isTyped, attach, markChanged } = secret;
  const { backend } = useStores();
  const calls = useSignIn(props);
  const { vault, view, saveFirst, isRunning, error, signedOut } = calls;
  const field = useId();
  const location = view.kind === 'ready' ? view.location : null;
  const keep = (persistence: CredentialPersistence) =>
    calls.provide((id) => storeTypedSecret(backend, id, secret, persistence));

  function note(): SignInNote {
    if (error !== null) return { tone: 'failed', words: failureWords(error) };
    if (view.kind === 'keychain-waits') return { tone: 'quiet', words: keychainWaitsWords };
    if (view.kind === 'looking') return { tone: 'quiet', words: checkingCredentialWords(vault) };
    if (location !== null && !isTyped) return { tone: 'good', words: secretLocationWords[location] };
    if (view.kind === 'wanted' && view.trouble !== null) return { tone: view.tone, words: errorWords(view.trouble) };
    if (signedOut !== null) return { tone: 'quiet', words: signOutResultWords[signedOut] };
    return { tone: 'quiet', words: newSecretLocationWords(vault) };
  }
  const offers = view.kind === 'wanted' ? view.offers : [];
  const offersMemory = offers.includes('memory') || (error !== null && isVaultError(error));
  return (
    <SignInRow name={<label htmlFor={field}>Client secret</label>} note={note()}>
      <input
        {...secretFieldProps()}
        id={field}
        ref={attach}
        className={`${styles['secret']} text-field`}
        maxLength={MAX_SECRET_LENGTH}
        disabled={location === 'environment' || location === 'file'}
        placeholder={location === null ? '' : 'Stored. Type another to replace it'}
        onInput={markChanged}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isTyped) return;
          // Prevents the submit of the surrounding form, which would save and store it, too.
          event.preventDefault();
          if (!isRunning) keep('store');
        }}
      />
      {isTyped && (
        <Button disabled={isRunning} onClick={() => keep('store')}>
          {saveFirst ? 'Save and store secret' : 'Store secret'}
        </Button>
      )}
      {offersMemory && (
        <Button disabled={isRunning || !isTyped} onClick={() => keep('memory')}>
          Store until I close Watchfloor
        </Button>
      )}
      {offers.includes('look') && entry !== null && (
        <Button disabled={isRunning} onClick={() => calls.look(entry.id)}>
          Check again
        </Button>
      )}
      {entry !== null && !isTyped && (location === 'keychain' || location === 'key-file' || location === 'memory') && (
        <SignOutButton entry={entry} calls={calls} name="Remove secret" />
      )}
    </SignInRow>
  );
}

/** True if the vault could not store the secret, so that keeping it in memory is offered. */
function isVaultError(error: Error): boolean {
  if (!(error instanceof BackendError) || error.failure.kind !== 'expected') return false;
  const { code } = error.failure.data;
  return code === 'KEYCHAIN_UNAVAILABLE' || code.startsWith('VAULT_');
}
