/**
 * Lists the addresses of a profile. Each host and port appears once, under the first name it has in the profile, or
 * twice if one address is `http` and another `https`, which one port cannot serve.
 */
import type { AddressName } from '../../../src-shared/api/connection-findings.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

export interface ProfileAddress {
  readonly name: AddressName;
  readonly url: string;
  /** Includes the port unless it is the default one. */
  readonly host: string;
  readonly hostname: string;
}

export function profileAddressesOf({ baseUrl, eventsUrl, authUrl }: ConnectionProfile): readonly ProfileAddress[] {
  const addresses = [addressOf('base', baseUrl), addressOf('events', eventsUrl), addressOf('sign-in', authUrl)];
  const origin = ({ url, host }: ProfileAddress) => `${/^https:/i.test(url) ? 'https' : 'http'}://${host}`;
  return addresses.filter((one, index) => addresses.findIndex((other) => origin(other) === origin(one)) === index);
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

/** Returns the address even if another one of the profile has the same host and port. */
export function profileAddressOf(
  profile: Pick<ConnectionProfile, 'baseUrl' | 'eventsUrl' | 'authUrl'>,
  name: AddressName,
): ProfileAddress {
  return addressOf(name, { base: profile.baseUrl, events: profile.eventsUrl, 'sign-in': profile.authUrl }[name]);
}

function addressOf(name: AddressName, url: string): ProfileAddress {
  const { host, hostname } = new URL(url);
  return { name, url, host, hostname };
}

export function isIpAddress(hostname: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/.test(hostname);
}
