/**
 * Checks that an address may be opened in the system's browser for a sign-in: only addresses of the profile's issuer
 * are allowed. The system may start any program for an address, so every unclear address is refused.
 */
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function isSignInAddress(address: string, { authUrl }: Pick<ConnectionProfile, 'authUrl'>): boolean {
  // A URL parser removes control characters and spaces, but the program that opens the address may read them
  // differently.
  if (!/^[\x21-\x7e]{1,8192}$/.test(address) || !URL.canParse(address) || !URL.canParse(authUrl)) return false;
  const url = new URL(address);
  // The text and the parsed URL must agree: no backslash, no other spelling of the host, nothing dropped.
  if (!address.startsWith(`${url.origin}/`)) return false;
  const isPlain = url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  const isClean = url.username === '' && url.password === '' && url.hash === '';
  return (url.protocol === 'https:' || isPlain) && isClean && url.origin === new URL(authUrl).origin;
}
