/**
 * Each text field is declared once; the editor, the saved profile and the reading of profile files follow from that.
 * None of the fields is a secret.
 */
import type { PageRule } from '../../src-shared/domain/profile/page-rule.ts';
import type { ConnectionProfile, ProfileInput } from '../../src-shared/domain/profile/profile.ts';
import {
  checkAddress,
  checkClientId,
  checkDays,
  checkHeartbeatSeconds,
  checkName,
  checkPath,
  checkProxy,
  checkRealm,
  checkSilenceMinutes,
  checkStatusPage,
  type FieldCheck,
} from '../../src-shared/domain/profile/profile-fields.ts';
import { asRecord } from '../../src-shared/lib/as-record.ts';
import { parseEditedJson } from '../../src-shared/lib/parse-json.ts';
import { recordOf } from '../../src-shared/lib/record-of.ts';

interface ProfileChoices {
  readonly flow: ConnectionProfile['flow'];
  readonly clientAuthentication: ConnectionProfile['clientAuthentication'];
  readonly proxy: 'environment' | 'none' | 'address';
  readonly watchAtStart: boolean;
  readonly pageRules: readonly PageRule[];
  /** The page does not change it. */
  readonly team?: ConnectionProfile['team'];
}

interface FieldDeclaration {
  readonly label: string;
  readonly hint?: string | ((text: string) => string);
  /** Shown instead of a mistake while a required field is empty. */
  readonly request?: string;
  /** Text in a new profile; empty if missing. */
  readonly initial?: string;
  readonly keeps?: keyof ConnectionProfile['keepDays'];
  readonly check: (text: string, choices: ProfileChoices) => FieldCheck;
}

const EMPTY: FieldCheck = { kind: 'good', value: '', removedText: null };
const optional = (check: (text: string) => FieldCheck) => (text: string) => (text.trim() === '' ? EMPTY : check(text));
const checkOptionalPath = optional(checkPath);

/** In the order in which mistakes are visited. */
const declarations = {
  name: {
    label: 'Name',
    hint: 'Your name for it. You can change it at any time.',
    request: 'Enter a name.',
    check: checkName,
  },
  baseUrl: {
    label: 'Base address',
    hint: 'Used for permissions and search. Such as https://api.example.com.',
    request: 'Enter an address. Your provider gives three: base, events and sign-in.',
    check: (text) => checkAddress('baseUrl', text),
  },
  eventsUrl: {
    label: 'Events address',
    hint: 'Such as https://events.example.com. /connect/subscribe is added by Watchfloor.',
    request: 'Enter the events address. The notification stream is there.',
    check: (text) => checkAddress('eventsUrl', text),
  },
  authUrl: {
    label: 'Sign-in address',
    hint: 'Such as https://auth.example.com. /auth/realms/… is added by Watchfloor.',
    request: 'Enter the sign-in address. Watchfloor signs in there.',
    check: (text) => checkAddress('authUrl', text),
  },
  realm: {
    label: 'Realm',
    hint: 'As your provider wrote it.',
    request: 'Enter the realm: the part of the sign-in address after /realms/.',
    check: checkRealm,
  },
  clientId: {
    label: 'Client id',
    hint: 'The client ID your provider gave you.',
    request: 'Enter the client ID your provider gave you.',
    check: checkClientId,
  },
  clientSecretFile: {
    label: 'Secret file',
    hint: 'Set in the profile file that Watchfloor was started with (--profile FILE).',
    check: checkOptionalPath,
  },
  proxyAddress: {
    label: 'Proxy address',
    hint: 'Such as http://proxy.example.com:3128, without user name and password.',
    request: 'Enter the proxy address, such as http://proxy.example.com:3128.',
    check: (text, { proxy }) => (proxy === 'address' ? checkProxy(text) : EMPTY),
  },
  statusPage: {
    label: 'Status page',
    hint: "The provider's public feed, such as https://status.example.com/history.atom; may be empty.",
    check: optional(checkStatusPage),
  },
  heartbeatSeconds: { label: 'Heartbeat', hint: heartbeatHint, initial: '30', check: checkHeartbeatSeconds },
  attemptSilenceMinutes: {
    label: 'New attempt',
    hint: 'The next event of an eUICC after that starts a new attempt.',
    initial: '30',
    check: checkSilenceMinutes,
  },
  keepFailures: { label: 'Failures', keeps: 'failures', initial: '365', check: checkDays },
  keepSuccesses: { label: 'Successes', keeps: 'successes', initial: '90', check: checkDays },
  keepHeartbeats: { label: 'Heartbeats', keeps: 'heartbeats', initial: '7', check: checkDays },
  keepSearches: { label: 'Searches', keeps: 'searches', initial: '30', check: checkDays },
  caFile: {
    label: 'Authorities',
    hint: 'A PEM file with more authorities to trust; usually empty.',
    check: checkOptionalPath,
  },
} as const satisfies Readonly<Record<string, FieldDeclaration>>;

export type TextField = keyof typeof declarations;
export const profileFields: Readonly<Record<TextField, FieldDeclaration>> = declarations;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this object
export const textFields = Object.keys(declarations) as TextField[];

export interface DraftFields extends Readonly<Record<TextField, string>>, ProfileChoices {}

export const NEW_PROFILE_FIELDS = readFields({});

function heartbeatHint(text: string): string {
  const figure = (seconds: number) => (Number.isFinite(seconds) ? String(Number(seconds.toFixed(2))) : '…');
  return `Late after ${figure(Number(text) * 1.5)} s of silence, blind after ${figure(Number(text) * 2.5)} s.`;
}

export function toDraftFields(profile: ConnectionProfile): DraftFields {
  return { ...readFields(profile), pageRules: profile.pageRules, ...(profile.team && { team: profile.team }) };
}

/** Reads a profile file with mistakes, which the editor then checks. The page cannot set a secret file. */
export function fieldsInText(text: string): DraftFields {
  return { ...readFields(parseEditedJson(text)), clientSecretFile: '' };
}

/** Ignores unknown members and values of another type. */
function readFields(profile: unknown): DraftFields {
  const members = asRecord(profile);
  const days = asRecord(members['keepDays']);
  const proxy = textOf(members['proxy'], 'environment');
  const hasAddress = proxy !== 'environment' && proxy !== 'none';
  return {
    ...recordOf(textFields, (field) => {
      const { keeps, initial = '' } = profileFields[field];
      return textOf(keeps === undefined ? members[field] : days[keeps], initial);
    }),
    flow: members['flow'] === 'clientCredentials' ? 'clientCredentials' : 'authorizationCode',
    clientAuthentication: members['clientAuthentication'] === 'post' ? 'post' : 'basic',
    proxy: hasAddress ? 'address' : proxy,
    proxyAddress: hasAddress ? proxy : '',
    watchAtStart: members['watchAtStart'] !== false,
    pageRules: [],
  };
}

function textOf(value: unknown, otherwise: string): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : otherwise;
}

export function checkField(fields: DraftFields, field: TextField): FieldCheck {
  return profileFields[field].check(fields[field], fields);
}

export function invalidFields({ fields }: { readonly fields: DraftFields }): readonly TextField[] {
  return textFields.filter((field) => checkField(fields, field).kind === 'wrong');
}

/** `keepDays` is required here, although `ProfileInput` allows it to be missing. */
export type CompleteProfile = ProfileInput & Pick<ConnectionProfile, 'keepDays'>;

/** Returns the profile to save or test; null if a field is missing or invalid. */
export function toProfile(fields: DraftFields): CompleteProfile | null {
  const checks = recordOf(textFields, (field) => checkField(fields, field));
  if (textFields.some((field) => checks[field].kind === 'wrong')) return null;
  const value = (field: TextField) => (checks[field].kind === 'good' ? checks[field].value : '');
  const [caFile, clientSecretFile, statusPage] = [value('caFile'), value('clientSecretFile'), value('statusPage')];
  return {
    name: value('name'),
    baseUrl: value('baseUrl'),
    eventsUrl: value('eventsUrl'),
    authUrl: value('authUrl'),
    realm: value('realm'),
    clientId: value('clientId'),
    flow: fields.flow,
    clientAuthentication: fields.clientAuthentication,
    heartbeatSeconds: Number(value('heartbeatSeconds')),
    attemptSilenceMinutes: Number(value('attemptSilenceMinutes')),
    keepDays: {
      failures: Number(value('keepFailures')),
      successes: Number(value('keepSuccesses')),
      heartbeats: Number(value('keepHeartbeats')),
      searches: Number(value('keepSearches')),
    },
    proxy: fields.proxy === 'address' ? value('proxyAddress') : fields.proxy,
    watchAtStart: fields.watchAtStart,
    pageRules: [...fields.pageRules],
    ...(fields.team && { team: fields.team }),
    ...(clientSecretFile === '' ? {} : { clientSecretFile }),
    ...(caFile === '' ? {} : { caFile }),
    ...(statusPage === '' ? {} : { statusPage }),
  };
}

export function areFieldsEqual(one: DraftFields, other: DraftFields): boolean {
  return Object.keys(changedFields(one, other)).length === 0;
}

export function changedFields(before: DraftFields, now: DraftFields): Partial<DraftFields> {
  const old: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]));
  return Object.fromEntries(changed);
}
