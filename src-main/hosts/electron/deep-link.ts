/** Parses links. Any mail or web page can contain one, so a link only shows stored data: it opens no address. */
import { showTargetSchema, type ShowTarget } from '../../../src-shared/api/alarms.ts';
import { type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';

export const LINK_SCHEME = 'watchfloor';
/** Windows allows no longer link. */
const MAX_LINK_LENGTH = 2_048;

export interface DeepLink {
  readonly target: ShowTarget;
  /** Null for the profile that is shown. */
  readonly profile: ProfileId | null;
}

export function isDeepLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${LINK_SCHEME}:`);
}

export function parseDeepLink(text: string): DeepLink | null {
  if (text.length > MAX_LINK_LENGTH || !URL.canParse(text)) return null;
  const { protocol, username, password, host, port, hash, pathname, searchParams } = new URL(text);
  if (protocol !== `${LINK_SCHEME}:` || `${username}${password}${port}${hash}` !== '') return null;
  // Some programs add a slash after the name of a screen.
  const identifier = decodeText(pathname.slice(1));
  const parameters = new Map(searchParams);
  if (
    identifier === null ||
    parameters.size !== searchParams.size ||
    [...parameters.values()].some(hasHiddenCharacters)
  )
    return null;

  const profile = parameters.get('profile');
  parameters.delete('profile');
  const id = profile === undefined ? null : profileIdSchema.safeParse(profile);
  const target = showTargetSchema.safeParse(targetOf(host.toLowerCase(), identifier, parameters));
  if (id?.success === false || !target.success) return null;
  return { target: target.data, profile: id?.data ?? null };
}

function targetOf(linkHost: string, identifier: string, parameters: ReadonlyMap<string, string>): unknown {
  const query = parameters.get('q');
  if (identifier === '' && linkHost === 'timeline' && query !== undefined && parameters.size === 1)
    return { kind: 'view', query };
  if (parameters.size > 0) return null;
  if (identifier === '') return { kind: 'screen', screen: linkHost };
  if (linkHost === 'case' || linkHost === 'group') return { kind: linkHost, key: identifier };
  if (linkHost === 'event' && /^[1-9]\d{0,15}$/.test(identifier)) return { kind: 'event', seq: Number(identifier) };
  return null;
}

function decodeText(encoded: string): string | null {
  try {
    const text = decodeURIComponent(encoded);
    return hasHiddenCharacters(text) ? null : text;
  } catch {
    return null;
  }
}

function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}
