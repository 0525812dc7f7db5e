/**
 * Describes the failures of the vault, of a sign-in and of a request to the service. `words.ts` describes all others.
 */
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { failedRequestWords } from '../../src-shared/words/failed-request-words.ts';
import { systemCodeWords } from '../../src-shared/words/system-code-words.ts';
import { terminalFindingWords } from './finding-words.ts';

type Codes =
  | 'VAULT_KEY_GONE'
  | 'VAULT_DAMAGED'
  | 'VAULT_KEY_FILE'
  | 'SIGNED_OUT'
  | 'SIGN_IN_FAILED'
  | 'NO_PROFILE'
  | 'SERVICE_FAILED';

export function signInWords(data: Extract<AppErrorData, { code: Codes }>): string {
  switch (data.code) {
    case 'VAULT_KEY_GONE':
      return `The secrets of "${data.facts.profile}" are encrypted, and the keychain of this computer (or the file of --vault-key-file) has no key for them. Nothing was deleted. If the keychain was reset, sign in again, or store the client secret again.`;
    case 'VAULT_DAMAGED':
      return `The vault ${data.facts.path} cannot be opened with its key. It was not changed. Restore it, or move it away and sign in again, or store the client secret again.`;
    case 'VAULT_KEY_FILE':
      return keyFileWords(data.facts);
    case 'SIGNED_OUT':
      return data.facts.problem === 'ended'
        ? `The issuer ended the sign-in of "${data.facts.profile}". Sign in again with \`watchfloor sign-in --profile …\`.`
        : `"${data.facts.profile}" is not signed in here. Sign in with \`watchfloor sign-in --profile …\`.`;
    case 'SIGN_IN_FAILED':
      return failedWords(data.facts);
    case 'NO_PROFILE':
      return `There is no profile "${data.facts.id}" here. It may have been deleted.`;
    case 'SERVICE_FAILED':
      return failedRequestWords(terminalFindingWords(data.facts.finding), data.facts, quoted);
    default:
      return assertNever(data);
  }
}

function keyFileWords({ path, problem, systemCode }: AppErrorDetails['VAULT_KEY_FILE']): string {
  switch (problem) {
    case 'unreadable':
      return `The vault key file "${path}" cannot be read${bracketed(systemCodeWords(systemCode))}. Check the path and its permissions.`;
    case 'too-short':
      return `The vault key file "${path}" has fewer than 32 characters. Write 32 or more random characters to it.`;
    case 'open-to-others':
      return `The vault key file "${path}" can be read by other users. Make it private: chmod 600 "${path}".`;
    default:
      return assertNever(problem);
  }
}

function failedWords(details: AppErrorDetails['SIGN_IN_FAILED']): string {
  const { profile, code } = details;
  const came = `The sign-in for "${profile}"`;
  const shown = bracketed(code);
  switch (details.problem) {
    case 'denied':
      return `${came} was denied at the issuer's page${shown}. Nothing was changed. Sign in again, or ask the team that runs the issuer.`;
    case 'cancelled':
      return `${came} was cancelled. Nothing was changed.`;
    case 'timed-out':
      return `${came} took longer than 5 minutes and was cancelled. Nothing was changed. Start it again.`;
    case 'wrong-answer':
      return `The issuer's answer to the sign-in for "${profile}" does not belong to it${shown}, so it was not used. Start the sign-in again.`;
    case 'wrong-issuer':
      return details.named === undefined
        ? `The answer to the sign-in for "${profile}" is from another issuer than the one in the profile, so it was not used. Check authUrl and realm.`
        : `The answer to the sign-in for "${profile}" is from the issuer "${details.named}", not the one in the profile, so it was not used. Check authUrl and realm.`;
    case 'refused':
    case 'unreachable':
      return failedRequestWords(terminalFindingWords(details.finding), {}, quoted);
    case 'port':
      return `No port on 127.0.0.1 is free${shown} for the browser to return to after the sign-in for "${profile}". Start it again.`;
    case 'not-a-person':
      return `"${profile}" signs in with its client secret (flow "clientCredentials"), without a person. Store the secret with \`watchfloor secret set --profile …\`.`;
    default:
      return assertNever(details);
  }
}

function bracketed(detail: string | undefined): string {
  return detail === undefined ? '' : ` (${detail})`;
}

function quoted(text: string): string {
  return `"${text}"`;
}
