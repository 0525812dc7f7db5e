/**
 * Shows where the client secret is stored and lets the user enter one. The input is uncontrolled, and it is cleared
 * when the secret is stored.
 */
import { useId } from 'react';
import type { CredentialPersistence } from '../../../../src-shared/api/profiles.ts';
import { useHost } from '../../../stores/queries/use-query.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { BackendError } from '../../../backend/backend-error.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { failureWords } from '../../../words/error-words.ts';
import {
  checkingCredentialWords,
  secretLocationWords,
  newSecretLocationWords,
  signOutResultWords,
  missingCredentialWords,
} from '../../../words/sign-in-words.ts';
import { secretFieldProps } from './secret-field-props.ts';
import { storeTypedSecret } from './store-typed-secret.ts';
import styles from './SignIn.module.css';
import { type SignInNote, SignInRow } from './SignInRow.tsx';
import { signInView, type SignInPanelProps } from './sign-in-view.ts';
import { SignOutButton } from './SignOutButton.tsx';
import { useSignIn, useStreamKind } from './use-sign-in.ts';

/** Limit of the backend, in characters. */
const MAX_SECRET_LENGTH = 65_536;

export function ClientSecret({ entry, flow, isDirty, save, onProvided, secret }: SignInPanelProps) {
  const { isTyped, attach, markChanged: noteTyped } = secret;
  const { backend } = useStores();
  const vault = useHost()?.capabilities.vault ?? 'keychain';
  const calls = useSignIn();
  const { asked: callState } = calls;
  const field = useId();
  const view = signInView(entry, flow, useStreamKind(entry));
  const saveFirst = isDirty || entry === null;
  const location = view.kind === 'ready' ? view.location : null;
  const isRequesting = callState.kind === 'asking';

  const keep = (persistence: CredentialPersistence) =>
    calls.ask(async () => {
      const id = saveFirst ? await save() : entry.id;
      if (id === null) return;
      await storeTypedSecret(backend, id, secret, persistence);
      onProvided(id);
    });

  function note(): SignInNote {
    if (callState.kind === 'refused') return { tone: 'failed', words: failureWords(callState.error) };
    if (view.kind === 'looking') return { tone: 'quiet', words: checkingCredentialWords(vault) };
    if (location !== null && !isTyped) return { tone: 'good', words: secretLocationWords[location] };
    if (view.kind === 'wanted' && view.trouble !== null)
      return { tone: view.tone, words: missingCredentialWords(view.trouble) };
    if (callState.kind === 'signed-out') return { tone: 'quiet', words: signOutResultWords[callState.atIssuer] };
    return { tone: 'quiet', words: newSecretLocationWords(vault) };
  }
  const offers = view.kind === 'wanted' ? view.offers : [];
  const offersMemory = offers.includes('memory') || (callState.kind === 'refused' && isVaultError(callState.error));
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
        onInput={noteTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isTyped) return;
          // Prevents the submit of the surrounding form, which would save and store it, too.
          event.preventDefault();
          if (!isRequesting) keep('store');
        }}
      />
      {isTyped && (
        <Button variant="default" disabled={isRequesting} onClick={() => keep('store')}>
          {saveFirst ? 'Save and store secret' : 'Store secret'}
        </Button>
      )}
      {offersMemory && (
        <Button variant="default" disabled={isRequesting || !isTyped} onClick={() => keep('memory')}>
          Store until I close Watchfloor
        </Button>
      )}
      {offers.includes('look') && entry !== null && (
        <Button variant="default" disabled={isRequesting} onClick={() => calls.look(entry.id)}>
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
