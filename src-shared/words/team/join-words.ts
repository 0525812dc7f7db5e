/** Words about a join file and what was tried with it, for the page and the command line. */
import type { JoinFileProblem, TeamJoinProblem, TeamJoinReport } from '../../api/team.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { count } from '../finding-parts.ts';
import { logLimitWords } from './log-limit-words.ts';

type Member = TeamJoinReport['member'];

const NEW_FILE = 'The administrator makes one for this computer with "watchfloor team add-member".';
const CONFIGURATION = 'The administrator gives them the configuration of "watchfloor team create --print-config".';

export function joinProblemWords(problem: TeamJoinProblem, member: Member): string {
  switch (problem.kind) {
    case 'file':
      return fileWords(problem);
    case 'in-team':
      return `The profile "${problem.profile}" is in a team already. To leave it: watchfloor team leave`;
    case 'started-with-file':
      return `This Watchfloor was started with --profile ${problem.path}, and would not be in the team after the next start. Close it and run: watchfloor team join FILE --profile ${problem.path}`;
    case 'missing':
      return `The servers answer and have no log ${member?.log ?? ''}. The administrator makes it with "watchfloor team create".`;
    case 'refused':
      return `The servers refuse the key of "${member?.member ?? ''}" (${problem.detail}). ${CONFIGURATION} If the member was removed or made again, ask for a new join file.`;
    case 'no-answer':
      return `${member?.servers.join(', ') ?? ''}: no connection (${problem.detail}). Check the addresses, the network and the certificate of the servers.`;
    case 'too-old':
      return `The servers are of version ${problem.version}; Watchfloor needs 2.9 or newer.`;
    case 'no-right':
      return `The servers let "${member?.member ?? ''}" not ${RIGHT_WORDS[problem.to]}. ${CONFIGURATION}`;
    case 'other-service':
      return `The team watches another service or domain than this profile, whose events address is ${problem.eventsUrl}.`;
    default:
      return assertNever(problem);
  }
}

const RIGHT_WORDS = { read: 'read the log', act: 'write actions', hold: 'hold the seat' };

function fileWords({ why, field }: JoinFileProblem): string {
  switch (why) {
    case 'not-json':
      return 'The file is damaged or no join file: it is not complete JSON. Copy it again from the administrator.';
    case 'team-file':
      return `This is the file of the administrator, with the key to the whole team. Delete it here, and use a join file. ${NEW_FILE}`;
    case 'profile':
      return `This is a profile, not a join file. ${NEW_FILE}`;
    case 'foreign':
      return `This is no join file of a team. ${NEW_FILE}`;
    case 'other-version':
      return 'The join file is of another version. Update Watchfloor here, or ask the administrator for a new join file.';
    case 'wrong-field':
      return `The join file is damaged or was changed: its "${field}" is wrong. Ask the administrator for a new join file.`;
    default:
      return assertNever(why);
  }
}

export const setAsideWords = (folder: string, events: number) =>
  `The ${count(events, 'event')} of this store from before the team, and its actions, were set aside: nothing is lost, and the team does not get them. To read them: watchfloor events --data-dir ${folder}`;

export const publishWords = (events: number) =>
  `The store has ${count(events, 'event')} from before the team, and the log is empty. To give them to the team, start to watch with this member first, then run: watchfloor team publish`;

export interface JoinCheck {
  readonly title: string;
  readonly state: 'good' | 'warned' | 'failed' | 'skipped';
  readonly details: readonly string[];
}

/** In the order in which they are tried. The first that fails is the last one tried. */
const TITLES = ['Join file', 'Profile', 'Servers', 'Log', 'Rights', 'Service', 'Store', 'Limits'] as const;

const FAILED: Readonly<Record<TeamJoinProblem['kind'], (typeof TITLES)[number]>> = {
  file: 'Join file',
  'in-team': 'Profile',
  'started-with-file': 'Profile',
  'no-answer': 'Servers',
  refused: 'Servers',
  'too-old': 'Servers',
  missing: 'Log',
  'no-right': 'Rights',
  'other-service': 'Service',
};

/** @param now UTC epoch ms */
export function joinChecks(report: TeamJoinReport, now: number): readonly JoinCheck[] {
  const { member } = report;
  const end = report.kind === 'refused' ? TITLES.indexOf(FAILED[report.problem.kind]) : TITLES.length;
  return TITLES.map((title, index) => {
    if (index > end) return { title, state: 'skipped', details: [] };
    if (index === end && report.kind === 'refused')
      return { title, state: 'failed', details: [joinProblemWords(report.problem, member)] };
    if (title === 'Join file') return { title, state: 'good', details: [`${member?.name} (${member?.member})`] };
    if (title === 'Servers') return { title, state: 'good', details: [member?.servers.join(', ') ?? ''] };
    if (report.kind !== 'refused' && title === 'Store') return storeCheck(report);
    if (report.kind !== 'refused' && title === 'Limits') {
      const { facts, warnings } = logLimitWords(report.limits, now);
      return { title, state: warnings.length > 0 ? 'warned' : 'good', details: [...warnings, ...facts] };
    }
    return { title, state: 'good', details: [] };
  });
}

function storeCheck({ kind, store, setAside }: Exclude<TeamJoinReport, { kind: 'refused' }>): JoinCheck {
  const title = 'Store';
  switch (store.fit) {
    case 'fits':
      return { title, state: 'good', details: [] };
    case 'starts-log':
      return { title, state: 'warned', details: [publishWords(store.events)] };
    case 'of-other-seqs':
      if (kind === 'joined') return { title, state: 'warned', details: [setAsideWords(setAside ?? '', store.events)] };
      return {
        title,
        state: 'warned',
        details: [
          `The ${count(store.events, 'event')} that are stored here and the actions on them will be set aside in a folder: nothing is lost, the page then shows what the team has, and the team does not get them.`,
        ],
      };
    default:
      return assertNever(store.fit);
  }
}
