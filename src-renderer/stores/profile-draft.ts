/**
 * A profile while it is typed: texts as they stand in their fields, which of them were left, and what was tidied. What
 * may stand in a field `domain/profile-fields.ts` tells, here as in the file and the backend. It never holds a secret.
 */
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import type { PageRule } from '../../src-shared/domain/page-rule.ts';
import type { ConnectionProfile, ProfileInput } from '../../src-shared/domain/profile.ts';
import {
  checkAddress,
  checkClientId,
  checkDays,
  checkHeartbeatSeconds,
  checkName,
  checkPath,
  checkProxy,
  checkRealm,
  type FieldCheck,
  realmIn,
} from '../../src-shared/domain/profile-fields.ts';

/** Fields into which a person writes, in their order on the page. */
export const textFields = [
  'name',
  'baseUrl',
  'eventsUrl',
  'authUrl',
  'realm',
  'clientId',
  'clientSecretFile',
  'proxyAddress',
  'heartbeatSeconds',
  'keepFailures',
  'keepSuccesses',
  'keepHeartbeats',
  'caFile',
] as const;
export type TextField = (typeof textFields)[number];

export interface DraftFields extends Readonly<Record<TextField, string>> {
  readonly flow: ConnectionProfile['flow'];
  readonly clientAuthentication: ConnectionProfile['clientAuthentication'];
  readonly proxy: 'environment' | 'none' | 'address';
  readonly watchAtStart: boolean;
  readonly pageRules: readonly PageRule[];
}

export interface ProfileDraft {
  /** What was there before anything was typed. */
  readonly base: DraftFields;
  readonly fields: DraftFields;
  /** Left once, or asked for by "Save": their mistakes are said. */
  readonly left: readonly TextField[];
  /** What was taken off a field's text when it was left last. */
  readonly takenOff: Partial<Readonly<Record<TextField, string>>>;
  /** A realm that stood in an address; offered while the realm is another. */
  readonly foundRealm: string | null;
  /** Of the file that it was filled from: a new one keeps it, and with it what is stored under it. */
  readonly fileId: ProfileId | null;
  /** Saved a moment ago: what the backend may still tell until it tells of that. */
  readonly replaces: DraftFields | null;
}

const NEW_FIELDS: DraftFields = {
  name: '',
  baseUrl: '',
  eventsUrl: '',
  authUrl: '',
  realm: '',
  clientId: '',
  clientSecretFile: '',
  flow: 'authorizationCode',
  clientAuthentication: 'basic',
  proxy: 'environment',
  proxyAddress: '',
  heartbeatSeconds: '30',
  keepFailures: '365',
  keepSuccesses: '90',
  keepHeartbeats: '7',
  caFile: '',
  watchAtStart: true,
  pageRules: [],
};

/** @param profile as it is kept; `null`: a new one */
export function draftOf(profile: ConnectionProfile | null): ProfileDraft {
  const fields = profile === null ? NEW_FIELDS : fieldsOf(profile);
  return { base: fields, fields, left: [], takenOff: {}, foundRealm: null, fileId: null, replaces: null };
}

export function fieldsOf(profile: ConnectionProfile): DraftFields {
  const { keepDays, proxy } = profile;
  const hasAddress = proxy !== 'environment' && proxy !== 'none';
  return {
    name: profile.name,
    baseUrl: profile.baseUrl,
    eventsUrl: profile.eventsUrl,
    authUrl: profile.authUrl,
    realm: profile.realm,
    clientId: profile.clientId,
    clientSecretFile: profile.clientSecretFile ?? '',
    flow: profile.flow,
    clientAuthentication: profile.clientAuthentication,
    proxy: hasAddress ? 'address' : proxy === 'none' ? 'none' : 'environment',
    proxyAddress: hasAddress ? proxy : '',
    heartbeatSeconds: String(profile.heartbeatSeconds),
    keepFailures: String(keepDays.failures),
    keepSuccesses: String(keepDays.successes),
    keepHeartbeats: String(keepDays.heartbeats),
    caFile: profile.caFile ?? '',
    watchAtStart: profile.watchAtStart,
    pageRules: profile.pageRules,
  };
}

const EMPTY: FieldCheck = { kind: 'good', value: '', takenOff: null };

export function checkField(fields: DraftFields, field: TextField): FieldCheck {
  const text = fields[field];
  switch (field) {
    case 'name':
      return checkName(text);
    case 'baseUrl':
    case 'eventsUrl':
    case 'authUrl':
      return checkAddress(field, text);
    case 'realm':
      return checkRealm(text);
    case 'clientId':
      return checkClientId(text);
    case 'proxyAddress':
      return fields.proxy === 'address' ? checkProxy(text) : EMPTY;
    case 'heartbeatSeconds':
      return checkHeartbeatSeconds(text);
    case 'keepFailures':
    case 'keepSuccesses':
    case 'keepHeartbeats':
      return checkDays(text);
    case 'clientSecretFile':
    case 'caFile':
      return text.trim() === '' ? EMPTY : checkPath(text);
    default:
      return field satisfies never;
  }
}

/** Those that stand between the draft and "Save". */
export function wrongFields({ fields }: Pick<ProfileDraft, 'fields'>): readonly TextField[] {
  return textFields.filter((field) => checkField(fields, field).kind === 'wrong');
}

export function isDirty({ base, fields }: Pick<ProfileDraft, 'base' | 'fields'>): boolean {
  return !sameFields(base, fields);
}

/** What is kept is no longer what the draft began with: it was saved by another page, or by the command line. */
export function isOutdated({ base }: Pick<ProfileDraft, 'base'>, profile: ConnectionProfile): boolean {
  return !sameFields(base, fieldsOf(profile));
}

/** As it is once it was saved. @param replaces what was kept before; `null`: nothing */
export function savedDraft({ fields, takenOff }: ProfileDraft, replaces: ConnectionProfile | null): ProfileDraft {
  return {
    base: fields,
    fields,
    left: [],
    takenOff,
    foundRealm: null,
    fileId: null,
    replaces: replaces === null ? null : fieldsOf(replaces),
  };
}

/** Not said by what the backend tells of: unsaved, or saved a moment ago. @param profile as it is kept */
export function isAhead(draft: ProfileDraft, profile: ConnectionProfile | null): boolean {
  if (isDirty(draft) || profile === null) return true;
  return draft.replaces !== null && sameFields(draft.replaces, fieldsOf(profile));
}

function sameFields(one: DraftFields, other: DraftFields): boolean {
  return fieldNames(one).every((name) => isSame(one, other, name));
}
function isSame(one: DraftFields, other: DraftFields, name: keyof DraftFields): boolean {
  return JSON.stringify(one[name]) === JSON.stringify(other[name]);
}
function fieldNames(fields: DraftFields): readonly (keyof DraftFields)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is made here, with these names alone
  return Object.keys(fields) as (keyof DraftFields)[];
}

/** Something was typed or chosen. */
export function changed(draft: ProfileDraft, part: Partial<DraftFields>): ProfileDraft {
  const typed = textFields.filter((field) => part[field] !== undefined);
  const takenOff = Object.fromEntries(
    Object.entries(draft.takenOff).filter(([field]) => !typed.some((one) => one === field)),
  );
  const isOther = WHO.some((field) => part[field] !== undefined && part[field] !== draft.fields[field]);
  return {
    ...draft,
    fields: { ...draft.fields, ...part },
    takenOff,
    fileId: isOther ? null : draft.fileId,
  };
}
/** What it watches and as whom: with one of them changed it is no longer who the file says. */
const WHO = ['eventsUrl', 'authUrl', 'realm', 'clientId'] as const satisfies readonly TextField[];

/** What a file says, mistakes and all. @param fileId `null` where the file has none that can be trusted */
export function filled(draft: ProfileDraft, fields: DraftFields, fileId: ProfileId | null): ProfileDraft {
  return { ...allLeft(changed(draft, fields)), fileId };
}

/** The focus has gone on from a field: it is tidied, and a mistake in it is said from now on. */
export function left(draft: ProfileDraft, field: TextField): ProfileDraft {
  const typed = draft.fields[field];
  const check = checkField(draft.fields, field);
  const foundRealm = field === 'authUrl' ? (realmIn(typed) ?? draft.foundRealm) : draft.foundRealm;
  // Nobody is blamed for a field through which they only passed.
  const isPassed = check.kind === 'wrong' && check.isEmpty && draft.base[field] === '';
  const leftFields = isPassed || draft.left.includes(field) ? draft.left : [...draft.left, field];
  if (check.kind === 'wrong' || check.value === typed) return { ...draft, left: leftFields, foundRealm };
  const { [field]: _before, ...others } = draft.takenOff;
  return {
    ...draft,
    fields: { ...draft.fields, [field]: check.value },
    takenOff: check.takenOff === null ? others : { ...others, [field]: check.takenOff },
    left: leftFields,
    foundRealm,
  };
}

/** "Save" was pressed: every mistake is said. */
export function allLeft(draft: ProfileDraft): ProfileDraft {
  return { ...textFields.reduce(left, draft), left: textFields };
}

/** With what another page would leave out. */
export type WholeProfile = ProfileInput & Pick<ConnectionProfile, 'keepDays'>;

/** What is saved and tested; `null` where a field is missing or wrong. */
export function profileOf(fields: DraftFields): WholeProfile | null {
  const value = (field: TextField): string => {
    const check = checkField(fields, field);
    return check.kind === 'good' ? check.value : '';
  };
  if (wrongFields({ fields }).length > 0) return null;
  const [caFile, clientSecretFile] = [value('caFile'), value('clientSecretFile')];
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
    keepDays: {
      failures: Number(value('keepFailures')),
      successes: Number(value('keepSuccesses')),
      heartbeats: Number(value('keepHeartbeats')),
    },
    proxy: fields.proxy === 'address' ? value('proxyAddress') : fields.proxy,
    watchAtStart: fields.watchAtStart,
    pageRules: [...fields.pageRules],
    ...(clientSecretFile === '' ? {} : { clientSecretFile }),
    ...(caFile === '' ? {} : { caFile }),
  };
}
