/** The system may start any program for an address, so only clear ones pass: https, or http to this computer. */
import { LOOPBACK_HOSTS } from './loopback-hosts.ts';

const MAX_ADDRESS_LENGTH = 8_192;

export function openableAddress(address: string): URL | null {
  // A URL parser removes control characters and spaces, but the program that opens the address may not.
  if (address.length > MAX_ADDRESS_LENGTH || !/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  // The text and the parsed URL must agree: no backslash, no other spelling of the host, nothing dropped.
  if (!address.startsWith(`${url.origin}/`)) return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)) ? url : null;
}
