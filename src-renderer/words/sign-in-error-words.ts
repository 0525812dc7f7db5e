/** Error sentences for the vault, sign-in and requests to the service; `error-words.ts` has the others. */
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { findingWords } from '../../src-shared/words/connection-test-words.ts';
import { ASK_ISSUER } from '../../src-shared/words/finding-parts.ts';
import { failedRequestWords } from '../../src-shared/words/failed-request-words.ts';
import { systemCodeWords } from '../../src-shared/words/system-code-words.ts';

type Codes =
  | 'VAULT_KEY_GONE'
  | 'VAULT_DAMAGED'
  | 'VAULT_KEY_FILE'
  | 'SIGNED_OUT'
  | 'SIGN_IN_FAILED'
  | 'NO_PROFILE'
  | 'SERVICE_FAILED';

export function signInErrorWords(data: Extract<AppErrorData, { code: Codes }>): string {
  switch (data.code) {
    case 'VAULT_KEY_GONE':
      return `The stored credentials of “${data.facts.profile}” are encrypted, and the keychain of this computer has no key for them. Nothing was deleted. Sign in again, or enter the client secret again.`;
    case 'VAULT_DAMAGED':
      return `The vault ${data.facts.path} cannot be opened with its key. It was not changed. Restore it, or move it away and sign in again.`;
    case 'VAULT_KEY_FILE':
      return keyFileWords(data.facts);
    case 'SIGNED_OUT':
      return data.facts.problem === 'ended'
        ? `The issuer has ended the sign-in of “${data.facts.profile}”. Sign in again.`
        : `“${data.facts.profile}” is not signed in here. Sign in.`;
    case 'SIGN_IN_FAILED':
      return failedWords(data.facts);
    case 'NO_PROFILE':
      return 'This profile no longer exists. It may have been deleted in another window.';
    case 'SERVICE_FAILED':
      return failedRequestWords(findingWords(data.facts.finding), data.facts, quoted);
    default:
      return assertNever(data);
  }
}

function keyFileWords({ path, problem, systemCode }: AppErrorDetails['VAULT_KEY_FILE']): string {
  switch (problem) {
    case 'unreadable':
      return `The vault key file ${path} cannot be read${bracketed(systemCodeWords(systemCode))}. Check its path and its permissions.`;
    case 'too-short':
      return `The vault key file ${path} has fewer than 32 characters. Put 32 or more random characters into it.`;
    case 'open-to-others':
      return `The vault key file ${path} can be read by others. Make it readable only by you (chmod 600).`;
    default:
      return assertNever(problem);
  }
}

function failedWords(details: AppErrorDetails['SIGN_IN_FAILED']): string {
  const { profile, code } = details;
  const shown = bracketed(code);
  switch (details.problem) {
    case 'denied':
      return `The sign-in was denied at the issuer’s page${shown}. Nothing was changed. Sign in again, or ${ASK_ISSUER}.`;
    case 'cancelled':
      return 'The sign-in was cancelled. Nothing was changed.';
    case 'timed-out':
      return 'The sign-in took longer than 5 minutes and was cancelled. Nothing was changed. Start it again.';
    case 'wrong-answer':
      return `The issuer’s answer does not belong to this sign-in${shown}, so it was not used. Start it again.`;
    case 'wrong-issuer':
      return `The answer is not from the issuer in the profile${bracketed(details.named)}, so it was not used. Check the issuer’s address and realm.`;
    case 'refused':
    case 'unreachable':
      return failedRequestWords(findingWords(details.finding), {}, quoted);
    case 'port':
      return `There is no free port for the answer of the browser${shown}. Start the sign-in again.`;
    case 'not-a-person':
      return `“${profile}” signs in with its client secret, not as a person. Enter the client secret.`;
    default:
      return assertNever(details);
  }
}

function bracketed(detail: string | undefined): string {
  return detail === undefined ? '' : ` (${detail})`;
}

function quoted(text: string): string {
  return `“${text}”`;
}
