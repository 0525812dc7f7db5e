/** Checks the path to an address step by step. Sends nothing to the service, and leaves no socket open. */
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { type ConnectionProbe, type ProbedTls, ProbeFailure } from '../../core/ports/connection-probe.ts';
import { proxiesFor, type ProxyEnvironment } from './system-proxies.ts';
import { failureKindOf, ConnectError, networkFailureOf } from './network-failure.ts';
import { directSocket, probeFailureOf, withProbeTimeout, targetOf, tunnelledSocket } from './probe-socket.ts';
import { plainHost, proxyFor, proxyLabel } from './proxy-choice.ts';
import { bundledContext, trustedContext } from './trusted-certificates.ts';

export function createConnectionProbe(surroundings: ProxyEnvironment): ConnectionProbe {
  const proxy = async (profile: ConnectionProfile, address: URL, signal: AbortSignal): Promise<URL | null> => {
    try {
      return proxyFor(address, await proxiesFor(profile.proxy, address, surroundings, signal));
    } catch (error) {
      throw error instanceof ConnectError ? probeFailureOf(error) : error;
    }
  };
  const open = async (profile: ConnectionProfile, address: URL, signal: AbortSignal): Promise<Socket> => {
    const through = await proxy(profile, address, signal);
    if (through === null) return await directSocket(targetOf(address), signal);
    // A "caFile" that cannot be read is a TLS failure, unless this proxy uses TLS itself.
    const context = through.protocol === 'https:' ? await trustedContext(profile.caFile ?? null) : bundledContext();
    return await tunnelledSocket(targetOf(address), through, context, signal);
  };
  const shake = async (profile: ConnectionProfile, address: URL, context: SecureContext, signal: AbortSignal) => {
    const socket = await open(profile, address, signal);
    try {
      return await handshake(socket, plainHost(address.hostname), context, signal);
    } finally {
      socket.destroy();
    }
  };
  return {
    async proxyOf(profile, address, signal) {
      const through = await proxy(profile, new URL(address), signal);
      return through === null ? null : proxyLabel(through);
    },
    async lookUp(host, signal) {
      try {
        const found = await abortable(lookup(plainHost(host), { all: true }), signal);
        return found.map(({ address }) => address);
      } catch (error) {
        signal.throwIfAborted();
        const { code, detail } = networkFailureOf(error);
        throw new ProbeFailure({ code, detail, about: 'name' }, { cause: error });
      }
    },
    async connect(profile, address, signal) {
      (await open(profile, new URL(address), signal)).destroy();
    },
    async secure(profile, address, signal) {
      const url = new URL(address);
      // Read even for http: every connection reads this file, and none is made without it.
      const context = await trustedContext(profile.caFile ?? null);
      if (url.protocol === 'http:') return null;
      // A chain may hold public certificates for show, so its names prove nothing; the chain itself is verified.
      const bundled = await shake(profile, url, bundledContext(), signal);
      if (bundled.refusal === null) return { ...bundled.details, isAddedAuthority: false };
      const { details, refusal } = await shake(profile, url, context, signal);
      if (refusal === null) return { ...details, isAddedAuthority: true };
      const { issuer, fingerprint } = details;
      throw new ProbeFailure({ code: refusal, about: 'certificate', detail: refusal, issuer, fingerprint });
    },
  };
}

interface HandshakeResult {
  readonly details: Omit<ProbedTls, 'isAddedAuthority'>;
  readonly refusal: string | null;
}

/** Performs the handshake only. Reads the certificate even if it is refused, then destroys the socket. */
async function handshake(
  socket: Socket,
  host: string,
  context: SecureContext,
  signal: AbortSignal,
): Promise<HandshakeResult> {
  const tls = tlsConnect({
    socket,
    secureContext: context,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 ? { servername: host } : { host }),
  });
  try {
    await withProbeTimeout<void>(
      signal,
      (resolve, reject) => {
        tls.once('secureConnect', () => resolve());
        tls.once('error', (error) => reject(probeFailureOf(error, 'handshake')));
        tls.once('close', () =>
          reject(new ProbeFailure({ code: 'ECONNRESET', about: 'handshake', detail: 'closed inside the handshake' })),
        );
      },
      () => tls.destroy(),
    );
    return { details: detailsOf(tls), refusal: tls.authorized ? null : refusalOf(tls) };
  } finally {
    tls.destroy();
  }
}

function detailsOf(tls: TLSSocket): HandshakeResult['details'] {
  const certificate: DetailedPeerCertificate = tls.getPeerCertificate(true);
  return {
    protocol: tls.getProtocol() ?? 'TLS',
    issuer: nameOf(certificate.issuer),
    subject: nameOf(certificate.subject),
    validTo: Date.parse(certificate.valid_to),
    fingerprint: certificate.fingerprint256,
  };
}

function nameOf(name: { readonly O?: string | string[]; readonly CN?: string | string[] }): string {
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
  return first(name.O) ?? first(name.CN) ?? 'an authority without a name';
}

/** Node returns only the code, although its type promises an Error. */
function refusalOf(tls: TLSSocket): string {
  const verdict: unknown = tls.authorizationError;
  if (typeof verdict === 'string') return verdict;
  const code = networkFailureOf(verdict).code;
  return failureKindOf(code) === 'certificate' ? code : 'CERT_UNTRUSTED';
}
