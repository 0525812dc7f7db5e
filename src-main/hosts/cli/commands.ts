/** Loads each command on demand: printing events needs no simulator, and the help needs only this list. */
import type { Command } from 'commander';
import { whenAborted } from '../../../src-shared/lib/when-aborted.ts';
import type { Terminal } from './terminal/terminal.ts';

interface ListedCommand {
  readonly description: string;
  readonly isHidden?: true;
  /** @param loadProgram loads the command with this name, or all commands, by default for the same terminal */
  readonly load: (
    terminal: Terminal,
    loadProgram: (called?: string, other?: Terminal) => Promise<Command>,
  ) => Promise<Command>;
}

const READS_OFFLINE = 'Works offline, on a copied folder, and while another process watches.';

/** In the order of the help. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  start: {
    description: 'Watch and show the page: in the desktop app if there is a desktop, else in the browser.',
    load: async (terminal) => (await import('./collect/start.ts')).startCommand(terminal),
  },
  collect: {
    description:
      'Watch without a page: receive the notification stream and store every event, until SIGINT or SIGTERM.',
    load: async (terminal) => (await import('./collect/collect.ts')).collectCommand(terminal),
  },
  events: {
    description: `Print stored events, oldest first. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./events/events.ts')).eventsCommand(terminal),
  },
  export: {
    description: `Write events, attempts, cases, requests, resources, gaps and actions as tables for other tools: Parquet, SQLite or .xlsx. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/export.ts')).exportCommand(terminal),
  },
  count: {
    description:
      'Count stored events: in total, or by fields and time, highest count first in each interval. Takes the same filters as events.',
    load: async (terminal) => (await import('./events/count.ts')).countCommand(terminal),
  },
  different: {
    description: `Say in one sentence what is different about the events that a filter selects, and compare the shares of their values with other events. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./events/different.ts')).differentCommand(terminal),
  },
  coverage: {
    description:
      'Print sessions (watched), gaps (not watched) and reconnects (planned, at most 10 s), oldest first, with the incidents of the provider’s status page if the profile names one.',
    load: async (terminal) => (await import('./coverage/coverage.ts')).coverageCommand(terminal),
  },
  cases: {
    description: `Print the localization of each eUICC, newest first: its last attempt and the evidence for each step. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/cases.ts')).casesCommand(terminal),
  },
  groups: {
    description: `Print the open failure groups, worst first: how many cases, since when, whose, and the words of the provider. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/groups.ts')).groupsCommand(terminal),
  },
  requests: {
    description: `Print change requests, newest first, with the outcome that their counters and resources show. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/requests.ts')).requestsCommand(terminal),
  },
  id: {
    description: `Answer in one sentence whether an EID, ICCID, IMSI, MSISDN, subscription or request is all right: what happened last, who must act, and what was not watched. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/id.ts')).idCommand(terminal),
  },
  quality: {
    description: `Print how many localizations or change requests succeeded, with intervals of 95 %, by country, customer, cause, step and time. Days count for longer than their events are stored. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/quality.ts')).qualityCommand(terminal),
  },
  alarms: {
    description: `Print alarms, newest last, with the reason for each, or why it was not shown. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/alarms.ts')).alarmsCommand(terminal),
  },
  take: {
    description: 'Take cases, failure groups or requests: --by is their owner. Also next to a running watch.',
    load: async (terminal) => (await import('./cases/act.ts')).actCommand(terminal, 'take'),
  },
  note: {
    description: 'Add a note to cases, failure groups or requests.',
    load: async (terminal) => (await import('./cases/act.ts')).actCommand(terminal, 'note'),
  },
  done: {
    description: 'Mark cases, failure groups or requests as done. Each comes back if it fails again.',
    load: async (terminal) => (await import('./cases/act.ts')).actCommand(terminal, 'done'),
  },
  reopen: {
    description:
      'Take back done: the case counts as open all the time. Of a group, what was done in the last 24 hours.',
    load: async (terminal) => (await import('./cases/act.ts')).actCommand(terminal, 'reopen'),
  },
  mute: {
    description: 'Mute cases, failure groups or requests: they need no attention until the mute ends.',
    load: async (terminal) => (await import('./cases/act.ts')).actCommand(terminal, 'mute'),
  },
  unmute: {
    description: 'End a mute.',
    load: async (terminal) => (await import('./cases/act.ts')).actCommand(terminal, 'unmute'),
  },
  report: {
    description: `Print the shift report: watched and blind time, failures by cause, cases opened, ended and still open, and who did what. With --month the service report: how much of the time was good, bad and not watched, targets, cases, and each gap with its reason. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/report.ts')).reportCommand(terminal),
  },
  outlets: {
    description:
      'Tell other systems: Alertmanager, webhooks, chats, files, and a heartbeat. Lists, adds, removes and tests outlets, and prints their deliveries.',
    load: async (terminal) => (await import('./outlets/outlets.ts')).outletsCommand(terminal),
  },
  team: {
    description:
      'Share one seat, one event log and one board with other Watchfloors: make a team, add members, join, print its status, change the holder, leave.',
    load: async (terminal) => (await import('./team/team.ts')).teamCommand(terminal),
  },
  'support-pack': {
    description: `Write a support pack as one zip: a readable report, the received events and the coverage. It never contains tokens or sign-in data. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./cases/support-pack.ts')).supportPackCommand(terminal),
  },
  search: {
    description:
      'Search the service for subscriptions and print them: the first page, or all with --all. If the service refuses, prints its answer and exits with 1. With --all, also exits with 1 if fewer rows came than the service counted.',
    load: async (terminal) => (await import('./inventory/search.ts')).searchCommand(terminal),
  },
  mcp: {
    description:
      'Answer agents over the Model Context Protocol on standard input and output: what was watched, what failed, and any id. Reads only, masked, and opens no port.',
    load: async (terminal, loadProgram) => (await import('./agents/mcp.ts')).mcpCommand(terminal, loadProgram),
  },
  store: {
    description: 'Print where a store is, its size, retention, copies and incidents.',
    load: async (terminal) => (await import('./store/store.ts')).storeCommand(terminal),
  },
  verify: {
    description: `Verify the proof of watch: whether an event, session or gap changed since it was sealed, and until when everything is sealed. ${READS_OFFLINE}`,
    load: async (terminal) => (await import('./store/verify.ts')).verifyCommand(terminal),
  },
  backup: {
    description:
      'Copy a store to one file and check the copy by reading it. Works while another process watches. The copy contains no secrets.',
    load: async (terminal) => (await import('./store/backup.ts')).backupCommand(terminal),
  },
  restore: {
    description:
      'Add the events of a copy that are missing from the store: duplicates nothing, removes nothing, and checks the store afterwards. Stop watching with this store first.',
    load: async (terminal) => (await import('./store/restore.ts')).restoreCommand(terminal),
  },
  policy: {
    description:
      'Print the fleet policy of this computer: what your organisation locks, and what is wrong with it. With --profile, exits with 2 if the policy refuses this profile.',
    load: async (terminal) => (await import('./store/policy.ts')).policyCommand(terminal),
  },
  secret: {
    description: "Store a profile's client secret in the keychain of this computer, or confirm what it is for.",
    load: async (terminal) => (await import('./sign-in/secret.ts')).secretCommand(terminal),
  },
  'sign-in': {
    description:
      'Sign in to a profile that has the flow "authorizationCode", in a browser on this computer. Then collect and start use the sign-in.',
    load: async (terminal) => (await import('./sign-in/sign-in.ts')).signInCommand(terminal),
  },
  'sign-out': {
    description: 'Sign out of a profile on this computer, and at the issuer if possible.',
    load: async (terminal) => (await import('./sign-in/sign-out.ts')).signOutCommand(terminal),
  },
  permissions: {
    description:
      "Print the permissions of a profile's token, from the service. With --can: exits with 0 for yes, 1 for no, 4 if it could not be checked.",
    load: async (terminal) => (await import('./inventory/permissions.ts')).permissionsCommand(terminal),
  },
  doctor: {
    description:
      'Test the connection of a profile: name, TCP, TLS, token, permissions, search, stream, heartbeat, clock. Takes until the first heartbeat, usually 30 s. Exits with 0 if all checks passed, 6 if there are warnings (such as a wrong clock, or no permission to search), 1 if a check failed or was not tried.',
    load: async (terminal) => (await import('./sign-in/doctor.ts')).doctorCommand(terminal),
  },
  simulator: {
    description: 'Run a simulated service and print its addresses and credentials.',
    async load(terminal) {
      const { simulatorCommand } = await import('../../../src-simulator/command.ts');
      return simulatorCommand(() => whenAborted(terminal.stopSignal()), terminal);
    },
  },
  licenses: {
    description: 'Print the licences of the third-party parts of Watchfloor, with their texts. Works offline.',
    load: async (terminal) => (await import('./help/licenses.ts')).licensesCommand(terminal),
  },
  completion: {
    description: 'Print what a shell loads to complete commands, options and their values.',
    load: async (terminal) => (await import('./help/completion.ts')).completionCommand(terminal),
  },
  complete: {
    description: 'Print the words that complete a command line. For the scripts of completion.',
    isHidden: true,
    load: async (terminal, loadProgram) =>
      (await import('./help/completion.ts')).completeCommand(terminal, loadProgram),
  },
  man: {
    description: 'Print the manual page, with every command and option: watchfloor man | man -l -',
    load: async (terminal, loadProgram) => (await import('./help/man-page.ts')).manCommand(terminal, loadProgram),
  },
};
