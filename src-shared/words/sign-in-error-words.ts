import type { AppErrorDetails } from '../api/errors.ts';
import { bracketed, type ErrorTable, type PlaceWords, type ProblemTable } from './error-parts.ts';
import { failedRequestWords } from './failed-request-words.ts';
import { ASK_ISSUER, durationText } from './finding-parts.ts';
import { systemCodeWords } from './system-code-words.ts';

export const signInErrors = {
  BAD_PROFILE: ({ path, problem, field = '', expected = '', systemCode }, { quoted }) => {
    const wrong = (mistake: string) => `The profile ${quoted(path)} is wrong: ${mistake}.`;
    const problems: ProblemTable<'BAD_PROFILE'> = {
      unreadable: `The profile ${quoted(path)} cannot be read${bracketed(systemCodeWords(systemCode))}. Check the path.`,
      gone: `The profile ${quoted(path)} is missing, so it is not watched; its events are still stored. Put the file back, import the profile again, or remove it in Settings.`,
      'not-json': wrong(
        'it is not valid JSON. Expected one object with name, baseUrl, eventsUrl, authUrl, realm, clientId and flow',
      ),
      'not-an-object': wrong('expected one JSON object'),
      'unknown-field': wrong(
        `${quoted(field)} is not a field of a profile${expected === '' ? '' : `. Expected: ${expected}`}`,
      ),
      'secret-inside': wrong(
        `${quoted(field)} is not allowed in a profile. Put the secret into WATCHFLOOR_CLIENT_SECRET, a file named by "clientSecretFile", or the keychain`,
      ),
      'wrong-field': wrong(`${quoted(field)} must be ${expected}`),
      'ca-file': `The ${quoted('caFile')} of the profile, ${quoted(path)}, must be ${expected}.`,
    };
    return problems[problem];
  },
  PROFILE_DIFFERS: ({ profile, path, changed }, { quoted, remedy }) =>
    `The profile ${quoted(profile)} is stored here with ${others(changed)} than in ${quoted(path)}, so it was not changed. ${remedy(
      {
        page: 'Change',
        terminal: 'Start with `--replace-profile` to use the file, change',
      },
    )} it in Settings, or give the file another ${quoted('id')}.`,
  NO_PROFILE: () => 'This profile no longer exists. It may have been deleted in another window.',
  NO_SECRET: ({ profile, problem, path, systemCode }, { quoted, remedy }) => {
    const enter = remedy({
      page: ' Enter it in Settings.',
      terminal:
        ' Set WATCHFLOOR_CLIENT_SECRET, name a "clientSecretFile" in the profile, or store it with `watchfloor secret set --profile …`.',
    });
    const file = `The clientSecretFile${path === undefined ? '' : ` ${quoted(path)}`}`;
    const problems: ProblemTable<'NO_SECRET'> = {
      // The page shows its button next to the sentence.
      none: `There is no client secret for ${quoted(profile)}${remedy({ page: ' yet.', terminal: `.${enter}` })}`,
      'file-unreadable': `${file} cannot be read${bracketed(systemCodeWords(systemCode))}. Check the path and its permissions.`,
      'file-empty': `${file} is empty. Put the client secret into it.`,
      'file-no-secret': `${file} has several lines, or no text, so it was not sent. Name a file that contains only the client secret.`,
      'input-empty': remedy({
        page: `No client secret was entered for ${quoted(profile)}.${enter}`,
        terminal: 'Standard input has no secret. Pass it like this: … < secret.txt',
      }),
      'no-answer':
        path === undefined
          ? `The source of the client secret for ${quoted(profile)} does not answer.${enter}`
          : `${file} does not answer. Name a plain file.`,
    };
    return problems[problem];
  },
  SECRET_BOUND: secretBoundWords,
  SECRET_BINDINGS_DAMAGED: ({ path }) =>
    `The file ${path}, which records what each client secret is for, is damaged, so no secret was sent. Restore it, or delete it: each secret is then bound to the profile that uses it next.`,
  KEYCHAIN_UNAVAILABLE: keychainWords,
  VAULT_KEY_GONE: ({ profile }, { quoted, remedy }) =>
    `The secrets of ${quoted(profile)} are encrypted, and the keychain of this computer${remedy({ page: '', terminal: ' (or the file of --vault-key-file)' })} has no key for them. Nothing was deleted. If the keychain was reset, sign in again, or store the client secret again.`,
  VAULT_DAMAGED: ({ path }) =>
    `The vault ${path} cannot be opened with its key. It was not changed. Restore it, or move it away and sign in again, or store the client secret again.`,
  VAULT_KEY_FILE: ({ path, problem, systemCode }, { quoted }) => {
    const problems: ProblemTable<'VAULT_KEY_FILE'> = {
      unreadable: `The vault key file ${quoted(path)} cannot be read${bracketed(systemCodeWords(systemCode))}. Check the path and its permissions.`,
      'too-short': `The vault key file ${quoted(path)} has fewer than 32 characters. Write 32 or more random characters to it.`,
      'open-to-others': `The vault key file ${quoted(path)} can be read by other users. Make it private: chmod 600 "${path}".`,
    };
    return problems[problem];
  },
  SIGNED_OUT: ({ profile, problem }, { quoted, remedy }) => {
    const how = remedy({ page: '', terminal: ' with `watchfloor sign-in --profile …`' });
    return problem === 'ended'
      ? `The issuer has ended the sign-in of ${quoted(profile)}. Sign in again${how}.`
      : `${quoted(profile)} is not signed in here. Sign in${how}.`;
  },
  SIGN_IN_FAILED: (details, { quoted, remedy, finding }) => {
    const signIn = `The sign-in for ${quoted(details.profile)}`;
    const shown = bracketed(details.code);
    if ('finding' in details) return failedRequestWords(finding(details.finding), {}, quoted);
    if (details.problem === 'clock') return clockWords(signIn, details.seconds);
    const problems: Readonly<Record<typeof details.problem, string>> = {
      denied: `${signIn} was denied at the issuer's page${shown}. Nothing was changed. Sign in again, or ${ASK_ISSUER}.`,
      cancelled: `${signIn} was cancelled. Nothing was changed.`,
      'timed-out': `${signIn} took longer than 5 minutes and was cancelled. Nothing was changed. Start it again.`,
      'wrong-answer': `The issuer's answer to the sign-in for ${quoted(details.profile)} does not belong to it${shown}, so it was not used. Start it again.`,
      'wrong-issuer': `The answer to the sign-in for ${quoted(details.profile)} is not from the issuer in the profile${bracketed(details.named)}, so it was not used. Check the issuer's address (authUrl) and realm.`,
      port: `No port on 127.0.0.1 is free for the answer of the browser${shown}. Start the sign-in for ${quoted(details.profile)} again.`,
      'not-a-person': `${quoted(details.profile)} signs in with its client secret, not as a person. ${remedy({
        page: 'Enter the client secret.',
        terminal: 'Store the secret with `watchfloor secret set --profile …`.',
      })}`,
    };
    return problems[details.problem];
  },
  SERVICE_FAILED: (details, { quoted, finding }) => failedRequestWords(finding(details.finding), details, quoted),
} satisfies Partial<ErrorTable>;

function clockWords(signIn: string, seconds: number): string {
  const side = seconds > 0 ? 'ahead of' : 'behind';
  return `${signIn} was not finished: this computer's clock is ${durationText(Math.abs(seconds))} ${side} the issuer's, so it cannot check the answer. Set this computer's clock from a time server, then sign in again. If it is right, ${ASK_ISSUER}.`;
}

function keychainWords(
  { problem, detail, profile }: AppErrorDetails['KEYCHAIN_UNAVAILABLE'],
  { quoted, remedy }: PlaceWords,
): string {
  const reasons: ProblemTable<'KEYCHAIN_UNAVAILABLE'> = {
    'no-session': 'there is no desktop session here',
    'no-service': 'no program of this desktop keeps secrets',
    'no-keyring': 'this desktop has no default keyring yet',
    locked: 'it asks to be unlocked',
    unanswered: 'it waits for an answer: it may ask for its password, or whether Watchfloor may use it',
    silent: 'it does not answer',
    failed: detail ?? 'not known why',
  };
  const again = remedy({ page: 'press “Check again”', terminal: 'try again' });
  const firsts: ProblemTable<'KEYCHAIN_UNAVAILABLE'> = {
    'no-session': 'Start Watchfloor in one',
    'no-service': `Start one, such as GNOME Keyring or KeePassXC, then ${again}`,
    'no-keyring': `Make one in “Passwords and Keys”, or open your database in KeePassXC, then ${again}`,
    locked: `Unlock it, then ${again}`,
    unanswered: `Answer it, then ${again}`,
    silent: `Restart it, then ${again}`,
    failed: `Check it, then ${again}`,
  };
  const otherwise = remedy({
    page: ', or give the credentials only until you close Watchfloor.',
    terminal: ', or use --vault-key-file. A client secret can also be in WATCHFLOOR_CLIENT_SECRET or clientSecretFile.',
  });
  const whose = profile === undefined ? '' : ` for ${quoted(profile)}`;
  return `The keychain of this computer cannot be used${whose}: ${reasons[problem]}. Nothing in it is lost. ${firsts[problem]}${otherwise}`;
}

function secretBoundWords(
  { profile, place, changed }: AppErrorDetails['SECRET_BOUND'],
  { quoted, remedy }: PlaceWords,
): string {
  if (place === 'sign-in')
    return `The sign-in of ${quoted(profile)} was for ${others(changed)}, so it was not used. If the profile is right, sign in again${remedy({ page: '', terminal: ' with `watchfloor sign-in --profile …`' })}.`;
  const source = {
    environment: 'in WATCHFLOOR_CLIENT_SECRET',
    file: 'in the clientSecretFile',
    keychain: 'in the keychain',
  }[place];
  // An environment variable or file with the same location would be refused again even with a new secret.
  const way =
    place === 'keychain'
      ? remedy({
          page: 'store the secret again',
          terminal: 'store the secret for it with `watchfloor secret set --profile …`',
        })
      : remedy({
          page: 'run “watchfloor secret bind” in a terminal',
          terminal: 'confirm it with `watchfloor secret bind --profile …` (and the same --data-dir, if you use one)',
        });
  return `The client secret for ${quoted(profile)} ${source} is for ${others(changed)}, so it was not sent. If the profile is right, ${way}.`;
}

function others(changed: readonly string[]): string {
  return changed.map((each) => `another ${each}`).join(' and ');
}
