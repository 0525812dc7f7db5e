/** Decides what the fleet policy allows. Each `refuse…` throws MANAGED, or POLICY_DAMAGED while the policy cannot be used. */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { maskedFields, type MaskedField } from '../../../src-shared/domain/event/masked-fields.ts';
import { type NewOutlet, type Outlet, OUTLET_LIMITS } from '../../../src-shared/domain/outlets/outlet.ts';
import { policySettingNames, type PolicySettingName } from '../../../src-shared/domain/policy/policy-settings.ts';
import type { PolicyValues } from '../../../src-shared/domain/policy/policy-schema.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { RETENTION_KINDS } from '../../../src-shared/domain/profile/profile-changes.ts';
import type { Policy, PolicyDescription } from '../../../src-shared/api/policy/policy.ts';

const LEAST_DAYS = {
  failures: 'leastDaysFailures',
  successes: 'leastDaysSuccesses',
  heartbeats: 'leastDaysHeartbeats',
  searches: 'leastDaysSearches',
} as const satisfies Record<keyof ConnectionProfile['keepDays'], PolicySettingName>;

/** Returns the values that a setting allows, as texts for people. */
function allowedTexts(values: PolicyValues, setting: PolicySettingName): readonly string[] {
  const value = values[setting];
  if (!Array.isArray(value)) return value === undefined || value === '' ? [] : [String(value)];
  return value.map((one) => (typeof one === 'string' ? one : one.name));
}

/** Returns the policy as the page and the command line show it. */
export function describedPolicy(policy: Policy): PolicyDescription {
  if (policy.kind === 'none') return { kind: 'none' };
  if (policy.kind === 'damaged') return { kind: 'damaged', error: policy.error.data };
  const { place, user, values } = policy;
  const named = policySettingNames.filter((name) => values[name] !== undefined);
  return {
    kind: 'valid',
    place,
    mayExport: values.exporters?.includes(user) !== false,
    locked: Object.fromEntries(named.map((name) => [name, allowedTexts(values, name)])),
  };
}

function refuse(policy: Policy, decide: (values: PolicyValues, user: string) => PolicySettingName | null): void {
  if (policy.kind === 'none') return;
  if (policy.kind === 'damaged') throw new AppError(policy.error.data);
  const setting = decide(policy.values, policy.user);
  if (setting === null) return;
  throw appError('MANAGED', { setting, values: allowedTexts(policy.values, setting), place: policy.place });
}

/** Returns the reason to receive nothing with this profile and to sign in nowhere; null if it may be used. */
export function profileRefusal(policy: Policy, profile: ConnectionProfile): AppError | null {
  try {
    refuseProfile(policy, profile);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** @param before the stored profile that this one replaces */
export function refuseProfile(policy: Policy, profile: ConnectionProfile, before?: ConnectionProfile): void {
  refuse(policy, (values) => {
    const { addresses, profiles, teamLog } = values;
    const isPreset = profiles?.some((one) => one.id === profile.id) === true;
    if (profiles !== undefined && !(isPreset && isSame(managedProfile(policy, profile), profile))) return 'profiles';
    if (addresses !== undefined && !hostsOf(profile).every((host) => isAllowedHost(addresses, host)))
      return 'addresses';
    const short = RETENTION_KINDS.find((kind) => profile.keepDays[kind] < (values[LEAST_DAYS[kind]] ?? 0));
    if (short !== undefined) return LEAST_DAYS[short];
    if (teamLog !== undefined && before?.team?.log === teamLog && profile.team === undefined) return 'teamLog';
    return refusedTeamSetting(values, profile.team);
  });
}

function refusedTeamSetting(
  { teamLog, teamServers }: PolicyValues,
  team: ConnectionProfile['team'],
): PolicySettingName | null {
  if (team === undefined) return null;
  if (teamLog !== undefined && team.log !== teamLog) return 'teamLog';
  const isForeign = (server: string) => teamServers?.includes(server) === false;
  return team.servers.some(isForeign) ? 'teamServers' : null;
}

/** Refuses to remove a profile of the policy, and events that it wants to be kept. */
export function refuseRemoval(policy: Policy, id: string, events: boolean): void {
  refuse(policy, (values) => {
    if (values.profiles?.some((one) => one.id === id) === true) return 'profiles';
    const kept = RETENTION_KINDS.find((kind) => kind !== 'searches' && values[LEAST_DAYS[kind]] !== undefined);
    return events && kept !== undefined ? LEAST_DAYS[kept] : null;
  });
}

/** Returns the profile with the values of the policy, also if its file was edited or is older than the policy. */
export function managedProfile(policy: Policy, profile: ConnectionProfile): ConnectionProfile {
  if (policy.kind !== 'valid') return profile;
  const { values } = policy;
  const preset = presetProfile(values, profile) ?? profile;
  const days = RETENTION_KINDS.map((kind) => [kind, Math.max(preset.keepDays[kind], values[LEAST_DAYS[kind]] ?? 0)]);
  return { ...preset, keepDays: { ...preset.keepDays, ...Object.fromEntries(days) } };
}

/** With what the user may choose. Undefined if the policy has no such profile. */
function presetProfile({ profiles }: PolicyValues, profile: ConnectionProfile): ConnectionProfile | undefined {
  const preset = profiles?.find((one) => one.id === profile.id);
  if (preset === undefined) return undefined;
  const team = preset.team ?? profile.team;
  return { ...preset, watchAtStart: profile.watchAtStart, ...(team !== undefined && { team }) };
}

function hostsOf({ baseUrl, eventsUrl, authUrl, statusPage, proxy }: ConnectionProfile): string[] {
  const addresses = [baseUrl, eventsUrl, authUrl, ...(statusPage === undefined ? [] : [statusPage])];
  if (proxy !== 'environment' && proxy !== 'none') addresses.push(proxy);
  return addresses.map((address) => new URL(address).hostname);
}

function isAllowedHost(allowed: readonly string[], host: string): boolean {
  return allowed.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
}

export function requiredMasks(policy: Policy): readonly MaskedField[] {
  if (policy.kind === 'none') return [];
  if (policy.kind === 'damaged') return maskedFields;
  return maskedFields.filter((field) => policy.values.masks?.includes(field) === true);
}

/** The masks that are used if the user chooses none. */
export function withRequiredMasks(policy: Policy, masks: readonly MaskedField[]): readonly MaskedField[] {
  return [...new Set([...masks, ...requiredMasks(policy)])];
}

export function refuseMasks(policy: Policy, masks: readonly MaskedField[]): void {
  refuse(policy, ({ masks: required }) =>
    required?.every((one) => masks.some((mask) => mask === one)) === false ? 'masks' : null,
  );
}

/** @param masks null for a file that is never masked, such as a backup */
export function refuseExport(policy: Policy, masks: readonly MaskedField[] | null): void {
  refuse(policy, ({ exporters }, user) => (exporters?.includes(user) === false ? 'exporters' : null));
  if (masks !== null) refuseMasks(policy, masks);
}

/** The outlets of a profile under the policy. */
export function managedOutlets(policy: Policy, stored: readonly Outlet[]): readonly Outlet[] {
  if (policy.kind !== 'valid') return stored;
  const { outlets } = policy.values;
  // Keeps the id of a stored outlet with this name, and with it its secret and its position.
  if (outlets !== undefined)
    return outlets.map((one) => ({
      ...one,
      views: [],
      id: stored.find(({ name }) => name === one.name)?.id ?? `managed-${one.name}`.slice(0, OUTLET_LIMITS.id),
    }));
  if (requiredMasks(policy).length === 0) return stored;
  return stored.map((one) => ({ ...one, areIdentifiersWhole: false }));
}

export function refuseOutlets(policy: Policy, outlets: readonly NewOutlet[]): void {
  refuse(policy, ({ outlets: allowed, masks = [] }) => {
    if (allowed !== undefined && !isSame(outlets.map(withoutId), allowed.map(withoutId))) return 'outlets';
    return masks.length > 0 && outlets.some((one) => one.areIdentifiersWhole) ? 'masks' : null;
  });
}

function withoutId({
  name,
  kind,
  url,
  auth,
  topics,
  views,
  areIdentifiersWhole,
  template,
  isBatched,
  everySeconds,
}: NewOutlet) {
  return { name, kind, url, auth, topics, views, areIdentifiersWhole, template, isBatched, everySeconds };
}

/** Compares by value, whatever the order of the fields. */
function isSame(one: unknown, other: unknown): boolean {
  return sortedJson(one) === sortedJson(other);
}

function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
