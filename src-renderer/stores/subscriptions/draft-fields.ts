/**
 * Fields of the profile editor as texts, their validation (rules in `domain/profile-fields.ts`) and the profile they
 * form. None of them is a secret.
 */
import type { PageRule } from '../../../src-shared/domain/profile/page-rule.ts';
import type { ConnectionProfile, ProfileInput } from '../../../src-shared/domain/profile/profile.ts';
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
  type FieldCheck,
} from '../../../src-shared/domain/profile/profile-fields.ts';

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
  'attemptSilenceMinutes',
  'keepFailures',
  'keepSuccesses',
  'keepHeartbeats',
  'keepSearches',
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

export const NEW_PROFILE_FIELDS: DraftFields = {
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
  attemptSilenceMinutes: '30',
  keepFailures: '365',
  keepSuccesses: '90',
  keepHeartbeats: '7',
  keepSearches: '30',
  caFile: '',
  watchAtStart: true,
  pageRules: [],
};

export function toDraftFields(profile: ConnectionProfile): DraftFields {
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
    attemptSilenceMinutes: String(profile.attemptSilenceMinutes),
    keepFailures: String(keepDays.failures),
    keepSuccesses: String(keepDays.successes),
    keepHeartbeats: String(keepDays.heartbeats),
    keepSearches: String(keepDays.searches),
    caFile: profile.caFile ?? '',
    watchAtStart: profile.watchAtStart,
    pageRules: profile.pageRules,
  };
}

const EMPTY: FieldCheck = { kind: 'good', value: '', removedText: null };

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
    case 'attemptSilenceMinutes':
      return checkSilenceMinutes(text);
    case 'keepFailures':
    case 'keepSuccesses':
    case 'keepHeartbeats':
    case 'keepSearches':
      return checkDays(text);
    case 'clientSecretFile':
    case 'caFile':
      return text.trim() === '' ? EMPTY : checkPath(text);
    default:
      return field satisfies never;
  }
}

export function invalidFields({ fields }: { readonly fields: DraftFields }): readonly TextField[] {
  return textFields.filter((field) => checkField(fields, field).kind === 'wrong');
}

/** `keepDays` is required here, although `ProfileInput` allows it to be missing. */
export type CompleteProfile = ProfileInput & Pick<ConnectionProfile, 'keepDays'>;

/** Returns the profile to save or test; null if a field is missing or invalid. */
export function toProfile(fields: DraftFields): CompleteProfile | null {
  const value = (field: TextField): string => {
    const check = checkField(fields, field);
    return check.kind === 'good' ? check.value : '';
  };
  if (invalidFields({ fields }).length > 0) return null;
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
    ...(clientSecretFile === '' ? {} : { clientSecretFile }),
    ...(caFile === '' ? {} : { caFile }),
  };
}

export function areFieldsEqual(one: DraftFields, other: DraftFields): boolean {
  return fieldNames(one).every((name) => isSame(one, other, name));
}
export function changedFields(before: DraftFields, now: DraftFields): Partial<DraftFields> {
  const names = fieldNames(now).filter((name) => !isSame(before, now, name));
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}
function isSame(one: DraftFields, other: DraftFields, name: keyof DraftFields): boolean {
  return JSON.stringify(one[name]) === JSON.stringify(other[name]);
}
function fieldNames(fields: DraftFields): readonly (keyof DraftFields)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is made here, with these names alone
  return Object.keys(fields) as (keyof DraftFields)[];
}
