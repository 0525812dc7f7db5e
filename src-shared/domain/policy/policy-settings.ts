/** The settings of a fleet policy. Schema, documents, sentences and readers loop over this table. Without zod, which the page does not have. */
import { maskedFields } from '../event/masked-fields.ts';

export interface PolicySetting {
  /** `objects`: a list of objects; where a system stores only texts, each is the text of a JSON object. */
  readonly type: 'text' | 'texts' | 'days' | 'objects';
  readonly title: string;
  /** Ends the sentence "Managed by your organisation: …". The values follow it. */
  readonly rule: string;
  /** For administrators. */
  readonly help: string;
  /** Form of the text, or of each text of a list. */
  readonly pattern?: RegExp;
  readonly choices?: readonly string[];
  readonly example: unknown;
}

/** `api.example.com`, or `*.example.com` for every host below it. */
const HOST = /^(?:\*\.)?[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/;

function leastDays(what: string, example: number) {
  return {
    type: 'days',
    title: `Least retention of ${what}, in days`,
    rule: `${what} must be kept for at least this number of days`,
    help: `A profile may keep its ${what} for longer, but not for less.`,
    example,
  } as const satisfies PolicySetting;
}

export const policySettings = {
  profiles: {
    type: 'objects',
    title: 'Profiles',
    rule: 'only these profiles may be watched, with these settings',
    help: 'Every computer has these profiles, and no other one is watched. Each is a profile file (docs/connect.md) with an "id" and full paths. A user may choose "watchAtStart", and a "team" if the profile names none.',
    example: [
      {
        id: 'acme-production',
        name: 'Acme',
        baseUrl: 'https://api.example.com',
        eventsUrl: 'https://events.example.com',
        authUrl: 'https://sso.example.com',
        realm: 'iot',
        clientId: 'noc',
        flow: 'authorizationCode',
      },
    ],
  },
  addresses: {
    type: 'texts',
    title: 'Allowed addresses',
    rule: 'a profile may name only these hosts',
    help: 'Hosts that a profile may name: of its service, its issuer, its status page and its proxy. "*.example.com" allows every host below example.com.',
    pattern: HOST,
    example: ['api.example.com', 'events.example.com', 'sso.example.com'],
  },
  outlets: {
    type: 'objects',
    title: 'Outlets',
    rule: 'only these outlets send',
    help: 'Every profile has these outlets and no others; an empty list switches all off. Each is an outlet as in outlets.json, without views. A secret is never in a policy: it is set on each computer.',
    example: [
      {
        name: 'NOC chat',
        kind: 'cloudevents',
        url: 'https://hooks.example.com/noc',
        auth: 'bearer',
        topics: ['groups', 'signal'],
      },
    ],
  },
  masks: {
    type: 'texts',
    title: 'Masked values',
    rule: 'these values are masked in everything that leaves Watchfloor',
    help: 'Masked in every export, report, support pack and answer to an agent, and in the events that outlets send.',
    choices: maskedFields,
    example: ['imsi', 'msisdn', 'company', 'user'],
  },
  exporters: {
    type: 'texts',
    title: 'Who may export',
    rule: 'only these users may export events, support packs and backups',
    help: 'Names of accounts of the computer, as whoami prints them without a domain. An empty list: nobody.',
    pattern: /^[^\\/\s]{1,256}$/,
    example: ['maria', 'shift-lead'],
  },
  leastDaysFailures: leastDays('failures', 365),
  leastDaysSuccesses: leastDays('successes', 90),
  leastDaysHeartbeats: leastDays('heartbeats', 7),
  leastDaysSearches: leastDays('searches', 30),
  teamLog: {
    type: 'text',
    title: 'Team',
    rule: 'a profile may share only the log of this team, and does not leave it',
    help: 'The "log" of the team (docs/team.md). A profile may be in this team or in none, and stays in it after it joined.',
    pattern: /^[A-Za-z0-9]{4,40}$/,
    example: 'Noc2026',
  },
  teamServers: {
    type: 'texts',
    title: 'Servers of the team',
    rule: 'the log of a team may be on these servers only',
    help: 'Addresses of the servers of a team, as in the profile. An empty list: no team.',
    pattern: /^(?:tls|nats):\/\/\S+$/,
    example: ['tls://nats1.example.com:4222'],
  },
  updateFeed: {
    type: 'text',
    title: 'Update feed',
    rule: 'updates come from this address only',
    help: 'Address of the update feed (docs/install.md); an empty text switches updates off.',
    pattern: /^$|^https:\/\/\S+$/,
    example: 'https://updates.example.com/watchfloor/',
  },
  updatePublisher: {
    type: 'text',
    title: 'Publisher of updates',
    rule: 'an installer for Windows must be signed by this publisher',
    help: 'The name in the certificate that signs an installer for Windows.',
    example: 'Example Ltd',
  },
  updateChannel: {
    type: 'text',
    title: 'Update channel',
    rule: 'updates come from this channel',
    help: 'Versions that are installed: stable, or next to try them out.',
    choices: ['stable', 'next'],
    example: 'stable',
  },
} as const satisfies Readonly<Record<string, PolicySetting>>;

export type PolicySettingName = keyof typeof policySettings;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
export const policySettingNames = Object.keys(policySettings) as readonly PolicySettingName[];

export const MANAGED_WORDS = 'Managed by your organisation';
