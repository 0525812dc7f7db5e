/** The sentences of what can go wrong with a vault, a sign-in, or a request to the service; `error-words.ts` says the rest. */
import type { AppErrorData, AppErrorFacts } from '../../src-shared/api/errors.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { comeBackWords } from '../../src-shared/words/come-back.ts';
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
      return `What was kept for “${data.facts.profile}” is sealed, and the keychain of this computer has no key for it. Nothing was deleted. Sign in again, or give the client secret again.`;
    case 'VAULT_DAMAGED':
      return `The vault ${data.facts.path} cannot be opened with its key. It was left as it is. Restore it, or move it away and sign in again.`;
    case 'VAULT_KEY_FILE':
      return keyFileWords(data.facts);
    case 'SIGNED_OUT':
      return data.facts.problem === 'ended'
        ? `The issuer has ended the sign-in of “${data.facts.profile}”. Sign in again.`
        : `Nobody has signed in for “${data.facts.profile}” here. Sign in.`;
    case 'SIGN_IN_FAILED':
      return failedWords(data.facts);
    case 'NO_PROFILE':
      return 'This profile is not there any more. It may have been deleted in another window.';
    case 'SERVICE_FAILED':
      return serviceWords(data.facts);
    default:
      return assertNever(data);
  }
}

function keyFileWords({ path, problem, systemCode }: AppErrorFacts['VAULT_KEY_FILE']): string {
  switch (problem) {
    case 'unreadable':
      return `The vault key file ${path} cannot be read${bracketed(systemCodeWords(systemCode))}. Check its path and its permissions.`;
    case 'too-short':
      return `The vault key file ${path} holds fewer than 32 characters. Put 32 or more random ones into it.`;
    case 'open-to-others':
      return `The vault key file ${path} can be read by others. Make it yours alone (chmod 600).`;
    default:
      return assertNever(problem);
  }
}

function failedWords({ profile, problem, code, named }: AppErrorFacts['SIGN_IN_FAILED']): string {
  const shown = bracketed(code);
  switch (problem) {
    case 'denied':
      return `The sign-in was denied at the issuer’s page${shown}. Nothing was changed. Sign in again, or ask who looks after the issuer.`;
    case 'cancelled':
      return 'The sign-in was given up. Nothing was changed.';
    case 'timed-out':
      return 'The sign-in took longer than 5 minutes and was given up. Nothing was changed. Start it again.';
    case 'wrong-answer':
      return `The issuer’s answer does not belong to this sign-in${shown}, so it was not used. Start it again.`;
    case 'wrong-issuer':
      return `The answer came from another issuer than the profile names${bracketed(named)}, so it was not used. Check the issuer’s address and realm.`;
    case 'refused':
      return code === 'invalid_client'
        ? `The issuer does not know this client, or its secret (${code}). Check the client id and the client secret, or send it the other way.`
        : `The issuer refused the sign-in${shown}. Check the client id, and ask who looks after the issuer.`;
    case 'unreachable':
      return `The issuer does not answer as one${shown}. Check its address, the realm and the network, then start the sign-in again.`;
    case 'port':
      return `There is no free port for the browser to come back to${shown}. Start the sign-in again.`;
    case 'not-a-person':
      return `“${profile}” signs in by its client secret, with no person. Enter the client secret.`;
    default:
      return assertNever(problem);
  }
}

function serviceWords({ what, problem, status, code, said, retryAfterMs }: AppErrorFacts['SERVICE_FAILED']): string {
  const asked = { permissions: 'what this token may do', search: 'a search' }[what];
  const shown = bracketed(code ?? (status === undefined ? undefined : `HTTP ${status}`));
  const quoted = said === undefined || said === '' ? '' : ` It says: “${said}”.`;
  const later = retryAfterMs === undefined ? 'later' : `in ${comeBackWords(retryAfterMs)}, as it asks`;
  switch (problem) {
    case 'unreachable':
      // It is there, and cannot, or not so soon.
      if (status !== undefined)
        return `The service could not answer when it was asked for ${asked}${shown}.${quoted} Try again ${later}.`;
      return `The service, asked for ${asked}, did not answer${shown}. Check the network and the service’s address.`;
    case 'refused':
      // Redirects are not followed: the token would go along.
      if (status !== undefined && status < 400)
        return `The service, asked for ${asked}, sends elsewhere${shown}, which is not followed. Check the service’s address.`;
      return `The service refused ${asked}${shown}.${quoted}`;
    case 'forbidden':
      return `The service does not let this token ask for ${asked}${shown}.${quoted}`;
    case 'sign-in-needed':
      return `No token can be had that the service takes${shown}. Check the realm, the client id and the client secret, or sign in again; “Test the connection” in Settings says which of them it is.`;
    case 'not-understood':
      if (what === 'search' && code === 'ANSWER_TOO_LARGE')
        return 'The page that the service answered is larger than is read at once (8 MiB, 50,000 rows). Ask for fewer rows of a page with “limit”, or for fewer fields.';
      return `The service’s answer, asked for ${asked}, cannot be understood${shown}. Check the service’s address.`;
    default:
      return assertNever(problem);
  }
}

function bracketed(detail: string | undefined): string {
  return detail === undefined ? '' : ` (${detail})`;
}
