/**
 * Says what happened, and what the user can do in the place that shows it. Never a secret. Paths and names may be
 * hostile: the caller escapes them (`visibleText` on the page, `terminalText` in a terminal).
 */
import type { Finding, FindingKey } from '../api/connection-findings.ts';
import type { AppErrorCode, AppErrorData, AppErrorDetails } from '../api/errors.ts';
import { MAX_BODY_LENGTH } from '../service/search-body.ts';
import { findingWords } from './connection-test-words.ts';
import { type ErrorPlace, type ErrorTable, type PlaceWords, type ProblemTable } from './error-parts.ts';
import { filterMistakeSentence } from './filter-mistake-words.ts';
import type { FindingWords } from './finding-parts.ts';
import { managedWords, policyDamageWords } from './policy/policy-words.ts';
import { signInErrors } from './sign-in-error-words.ts';
import { storeErrors } from './store-error-words.ts';

export function errorWords(data: AppErrorData, place: ErrorPlace): string {
  // The page can be older than the backend and receive a code that it does not know.
  if (!Object.hasOwn(ERRORS, data.code))
    return `Watchfloor reports “${data.code}”, which is unknown to this page. Reload it.`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has a function of the same facts for each code
  const wordsFor = ERRORS[data.code] as (facts: AppErrorDetails[AppErrorCode], place: PlaceWords) => string;
  return wordsFor(data.facts, PLACES[place]);
}

export function skippedProfileWords(data: AppErrorData): string {
  return `A stored profile was skipped. ${errorWords(data, 'terminal')}`;
}

const PLACES: Readonly<Record<ErrorPlace, PlaceWords>> = {
  page: { remedy: ({ page }) => page, quoted: (name) => `“${name}”`, finding: findingWords },
  terminal: { remedy: ({ terminal }) => terminal, quoted: (name) => `"${name}"`, finding: terminalFindingWords },
};

const COMMANDS: Partial<Readonly<Record<FindingKey, string>>> = {
  'secret-first': 'Store it with `watchfloor secret set --profile FILE`, then test again.',
  'sign-in-first': 'Sign in with `watchfloor sign-in --profile FILE`, then test again.',
  'sign-in-ended': 'Sign in again with `watchfloor sign-in --profile FILE`.',
};

export function terminalFindingWords(finding: Finding): FindingWords {
  const words = findingWords(finding);
  const remedy = COMMANDS[finding.key] ?? words.remedy;
  const field = 'It is “clientAuthentication” in the profile file.';
  return { ...words, remedy: finding.key === 'client-refused' ? `${remedy} ${field}` : remedy };
}

const KEPT_FILE = 'The file was not changed. Repair it, or move it away and save them again.';

const ERRORS: ErrorTable = {
  ...storeErrors,
  ...signInErrors,
  BAD_ARGUMENT: ({ words }) => words,
  BAD_FILTER: filterMistakeSentence,
  VIEWS_DAMAGED: ({ path }) => `The saved views in ${path} cannot be understood. ${KEPT_FILE}`,
  SEARCHES_DAMAGED: ({ path }) => `The saved searches in ${path} cannot be understood. ${KEPT_FILE}`,
  LINKS_DAMAGED: ({ path }) => `The own links in ${path} cannot be understood. ${KEPT_FILE}`,
  ALARMS_DAMAGED: ({ path }) =>
    `The alarm settings in ${path} cannot be understood. The file was not changed, and the default settings apply. Repair it, or move it away and set them again.`,
  OUTLETS_DAMAGED: ({ path }) =>
    `The outlets in ${path} cannot be understood. The file was not changed. Repair it, or move it away and add them again.`,
  MANAGED: ({ setting, values, place }) => `${managedWords(setting, values)} Ask your administrator (${place}).`,
  POLICY_DAMAGED: policyDamageWords,
  OUTLET_SECRET_BOUND: ({ outlet }) =>
    `The secret of the outlet ${outlet} was given for another address or header and is not sent with this one. Remove the outlet and add it again with its secret.`,
  TOO_MANY_VIEWS: ({ limit }) => `A profile has at most ${limit} saved views. Delete one first.`,
  TOO_MANY_SEARCHES: ({ limit }) => `A profile has at most ${limit} saved searches. Delete one first.`,
  TOO_MANY_LINKS: ({ limit }) => `A profile has at most ${limit} own links. Delete one first.`,
  BAD_SEARCH: badSearchWords,
  NO_SEARCH: () => 'This search is no longer stored here. Search again.',
  NO_ROW: ({ ordinal }) => `The search no longer has row ${ordinal}. Search again.`,
  NO_REQUEST: () => 'This request is no longer in the list of recent requests.',
  NO_GAP: ({ gap }, { remedy }) =>
    `Gap ${gap} is not over yet, or is no longer stored.${remedy({ page: '', terminal: ' `watchfloor coverage` lists all gaps.' })}`,
  NO_CASE: ({ key }, { remedy }) =>
    remedy({
      page: 'No stored event belongs to it any more. Events removed by age cannot be shown.',
      terminal: `No record of ${key}. \`watchfloor cases\` and \`watchfloor requests\` list what is stored.`,
    }),
  BAD_SUBJECT: ({ subject, problem, candidates, more }, { quoted, remedy }) => {
    const named = quoted(subject);
    const others = more === 0 ? '' : ` and ${more} more`;
    const problems: ProblemTable<'BAD_SUBJECT'> = {
      unknown: `Nothing that is stored has the name ${named}.${remedy({ page: '', terminal: ' `watchfloor cases --open` and `watchfloor requests --open` list what is open; a part of an identifier has at least 4 characters.' })}`,
      ambiguous: `${named} can be ${candidates.join(', ')}${others}. Name one of them in full.`,
      'not-open': `${named} (${candidates.join(', ')}) is not open. Only a note can be added to it.`,
      'not-done': `${named} (${candidates.join(', ')}) was not marked as done, or has succeeded since, so it cannot be reopened.`,
    };
    return `${problems[problem]} Nothing was done.`;
  },
  WATCH_SILENT: ({ path, problem }) => {
    const problems: ProblemTable<'WATCH_SILENT'> = {
      'not-taken': `The process that writes ${path} did not answer, and nothing was done. Try again. If that fails too, it is an older Watchfloor, or it is busy restoring: restart it, or wait.`,
      'not-confirmed': `The process that writes ${path} began and did not confirm it. See on its page, or in \`watchfloor report\`, whether it was done before you repeat it.`,
      failed: `The process that writes ${path} failed unexpectedly; see its log. See on its page whether it was done before you repeat it.`,
    };
    return problems[problem];
  },
  UNDO_EXPIRED: () => 'It can no longer be undone, because Watchfloor was restarted or much was done since.',
  BAD_SPAN: () =>
    'A shift report covers at most 31 days, figures and service reports at most 400. The start must be before the end, and not in the future; a service report needs a day that is over.',
  NO_EXPORT: () => 'This export no longer exists. Start it again.',
  NO_SCENARIO: ({ scenario, known }, { quoted }) =>
    `There is no scenario ${quoted(scenario)}. Choose one of: ${known.join(', ')}.`,
  UNSUPPORTED: ({ what }) => UNSUPPORTED[what],
  DESKTOP_FAILED: ({ what, detail }) => {
    const failed = {
      folder: 'The folder could not be shown',
      'login-item': 'The setting to start at login could not be changed',
    };
    return `${failed[what]} (${detail}).`;
  },
  EVENT_NOT_FOUND: ({ seq }) => `There is no stored event ${seq}. It may have been removed by age.`,
  PAGE_MISSING: ({ problem, output = '' }, { remedy }) =>
    problem === 'not-built'
      ? 'The page is not built. Run `npm run build` first.'
      : `The page could not be built. Run \`npm run build\` to see why.${remedy({ page: '', terminal: `\n${output}` })}`.trimEnd(),
  WATCH_CLOSED: () => 'This profile is not watched any more. Open it again.',
  TOO_MANY_FEEDS: ({ limit }) => `This page has more than ${limit} open feeds. Reload it.`,
  HEALTH_PORT_UNAVAILABLE: ({ port, host, problem, detail }, { remedy }) =>
    problem === 'taken'
      ? `The health port ${port} on ${host} is in use by another program. Stop that program, or choose another ${remedy({ page: 'port', terminal: '--health-port' })}.`
      : `The health port ${port} cannot be opened on ${host} (${detail}). ${remedy({ page: 'Choose', terminal: 'Set --health-host to' })} an address of this computer, or wait until its network is up.`,
};

const UNSUPPORTED: Readonly<Record<AppErrorDetails['UNSUPPORTED']['what'], string>> = {
  practice: 'Practice is not part of this installation.',
  desktop: 'Only the desktop app has this: here Watchfloor runs in a browser, or without a page.',
};

function badSearchWords(
  { problem, at, detail }: AppErrorDetails['BAD_SEARCH'],
  { quoted, remedy }: PlaceWords,
): string {
  const problems: ProblemTable<'BAD_SEARCH'> = {
    'not-json': `The body of the search is not valid JSON: see character ${at + 1}.`,
    'not-an-object': 'The body of a search must be one JSON object.',
    'too-long': `The body of a search has at most ${MAX_BODY_LENGTH} characters.`,
    'too-deep': 'The body of the search is nested too deeply.',
    after: `Remove ${quoted('after')}: Watchfloor adds the token of each page itself.`,
    twice: `${detail === undefined ? 'A property' : quoted(detail)} is in the body of the search twice. Remove one.`,
  };
  return problems[problem] + remedy({ page: '', terminal: ' Nothing was sent.' });
}
