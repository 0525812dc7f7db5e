import type { Finding } from '../../../src-shared/api/connection-findings.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { isCertificateCode } from '../../../src-shared/domain/profile/certificate-code.ts';
import type { ProbedTls, ProbeFailure } from '../ports/connection-probe.ts';
import { type CheckOutcome, passed, warned } from './check-outcome.ts';
import type { ProfileAddress } from './profile-addresses.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

export type ConnectFailure = Pick<ProbeFailure, 'code' | 'about'> &
  Partial<Pick<ProbeFailure, 'issuer' | 'fingerprint'>>;

export function unreachableFinding(failure: ConnectFailure, target: ProfileAddress, proxy: string | null): Finding {
  const { code, issuer = null, fingerprint = null } = failure;
  const { host, name: address } = target;
  switch (failure.about) {
    case 'proxy':
      return atProxy(code, host, proxy);
    case 'name':
      return nameFinding(code, target.hostname, address);
    case 'certificate':
      return { key: 'certificate-refused', facts: { host, address, issuer, fingerprint, code } };
    case 'handshake':
      return { key: 'tls-broke-off', facts: { host, address, code } };
    case 'plain-http':
      return { key: 'plain-http', facts: { host, address, code } };
    case 'time':
    case 'network':
      return proxy === null
        ? { key: 'not-reached', facts: { host, address, code } }
        : { key: 'proxy-not-reached', facts: { host, proxy, code } };
    default:
      return assertNever(failure.about);
  }
}

/** A proxy answers a tunnel request with 5xx if it cannot reach the address. */
export function isBehindProxy({ about, code }: ConnectFailure): boolean {
  return about !== 'proxy' || code.startsWith('HTTP 5');
}

/** True if the proxy answered about the address: it cannot reach it, or does not allow it. 407 is about the proxy. */
export function isAboutAddress({ about, code }: ConnectFailure): boolean {
  return about === 'proxy' && code.startsWith('HTTP ') && code !== 'HTTP 407';
}

function atProxy(code: string, host: string, proxy: string | null): Finding {
  if (code === 'PROXY_SETTINGS') return { key: 'proxy-settings', facts: {} };
  if (code === 'PROXY_ADDRESS') return { key: 'proxy-address', facts: {} };
  if (code === 'HTTP 407') return { key: 'proxy-sign-in', facts: { proxy, code } };
  if (code.startsWith('HTTP 5')) return { key: 'proxy-not-reached', facts: { host, proxy, code } };
  if (code.startsWith('HTTP ')) return { key: 'proxy-refused', facts: { proxy, host, code } };
  return { key: isCertificateCode(code) ? 'proxy-certificate' : 'proxy-unreachable', facts: { proxy, code } };
}

function nameFinding(code: string, host: string, address: ProfileAddress['name']): Finding {
  // The name server did not answer, so the name may still be right.
  return code === 'EAI_AGAIN' || code === 'ETIMEOUT' || code === 'ECONNREFUSED'
    ? { key: 'name-server', facts: { host, code } }
    : { key: 'name-unknown', facts: { host, address, code } };
}

/** Leaves time to request a new certificate. */
const EXPIRES_SOON_DAYS = 14;

/** `tls` is null for HTTP on this computer. `now` is UTC epoch ms. */
export function tlsOutcome(
  seen: readonly { readonly target: ProfileAddress; readonly tls: ProbedTls | null }[],
  now: number,
): CheckOutcome {
  const secured = seen.flatMap(({ target, tls }) => (tls === null ? [] : [{ host: target.host, ...tls }]));
  const [first] = secured;
  if (first === undefined) return passed({ key: 'tls-none', facts: {} });
  // Checked before expiry: an inspecting proxy issues certificates that are valid for a few days only.
  const added = secured.find(({ isAddedAuthority }) => isAddedAuthority);
  if (added !== undefined) return warned({ key: 'tls-inspected', facts: { host: added.host, issuer: added.issuer } });
  const ending = secured.find(({ validTo }) => validTo - now < EXPIRES_SOON_DAYS * DAY_MS);
  if (ending !== undefined) {
    const { host, issuer, validTo } = ending;
    return warned({ key: 'tls-ends-soon', facts: { host, issuer, days: Math.floor((validTo - now) / DAY_MS) } });
  }
  const issuers = [...new Set(secured.map(({ issuer }) => issuer))];
  return passed({ key: 'tls-good', facts: { issuers, protocol: first.protocol } });
}
