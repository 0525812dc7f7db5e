/**
 * Links from outside: `watchfloor://case/eid:8904…`, `watchfloor://timeline?q=outcome:failed&profile=…`. Anybody can
 * write one into a mail or a web page, so a link only shows what is stored: it changes nothing and opens no address, and
 * what is not written exactly so is none.
 */
import { showTargetSchema, type ShowTarget } from '../../../src-shared/api/alarms.ts';
import { type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';

export const LINK_SCHEME = 'watchfloor';
/** Windows takes no longer one. */
const LONGEST_LINK = 2_048;

export interface DeepLink {
  readonly target: ShowTarget;
  /** `null`: the profile that is shown. */
  readonly profile: ProfileId | null;
}

export function isDeepLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${LINK_SCHEME}:`);
}

/** `null` where it is none that we know. */
export function readDeepLink(text: string): DeepLink | null {
  if (text.length > LONGEST_LINK || !URL.canParse(text)) return null;
  const { protocol, username, password, host, port, hash, pathname, searchParams } = new URL(text);
  if (protocol !== `${LINK_SCHEME}:` || `${username}${password}${port}${hash}` !== '') return null;
  // Some programs write a slash behind the name of a screen.
  const named = textOf(pathname.slice(1));
  const asked = new Map(searchParams);
  if (named === null || asked.size !== searchParams.size || [...asked.values()].some(isHiding)) return null;

  const profile = asked.get('profile');
  asked.delete('profile');
  const id = profile === undefined ? null : profileIdSchema.safeParse(profile);
  const target = showTargetSchema.safeParse(targetOf(host.toLowerCase(), named, asked));
  if (id?.success === false || !target.success) return null;
  return { target: target.data, profile: id?.data ?? null };
}

/** What is to be checked. */
function targetOf(what: string, named: string, asked: ReadonlyMap<string, string>): unknown {
  const query = asked.get('q');
  if (named === '' && what === 'timeline' && query !== undefined && asked.size === 1) return { kind: 'view', query };
  if (asked.size > 0) return null;
  if (named === '') return { kind: 'screen', screen: what };
  if (what === 'case' || what === 'group') return { kind: what, key: named };
  if (what === 'event' && /^[1-9]\d{0,15}$/.test(named)) return { kind: 'event', seq: Number(named) };
  return null;
}

function textOf(encoded: string): string | null {
  try {
    const text = decodeURIComponent(encoded);
    return isHiding(text) ? null : text;
  } catch {
    return null;
  }
}

/** Control characters, and those that hide or turn text. */
function isHiding(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}
