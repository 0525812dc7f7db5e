/**
 * Which address may be handed to the system's browser for a sign-in: one of the profile's issuer, and no other. Whatever
 * is handed over may start a program, so that everything that is not plainly such an address is refused.
 */
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function isSignInAddress(address: string, { authUrl }: Pick<ConnectionProfile, 'authUrl'>): boolean {
  // Control characters and spaces that a parser takes away are read in other ways by what comes after it.
  if (!/^[\x21-\x7e]{1,8192}$/.test(address) || !URL.canParse(address) || !URL.canParse(authUrl)) return false;
  const url = new URL(address);
  // As written and as read must be one: no backslash, no other spelling of the host, nothing left out.
  if (!address.startsWith(`${url.origin}/`)) return false;
  const isPlain = url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  const isClean = url.username === '' && url.password === '' && url.hash === '';
  return (url.protocol === 'https:' || isPlain) && isClean && url.origin === new URL(authUrl).origin;
}
