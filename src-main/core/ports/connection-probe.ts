/** Tests how an address is reached from this computer, step by step, without a request to the service. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

export interface ProbedTls {
  readonly protocol: string;
  /** Organisation of the certificate's issuer, or its common name. */
  readonly issuer: string;
  readonly subject: string;
  /** UTC epoch ms. */
  readonly validTo: number;
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string;
  /** True if this computer or the profile added the authority: it is that of TLS inspection or of a company. */
  readonly isAddedAuthority: boolean;
}

/** `code` and `detail` as in `NetworkFailure`; `issuer` and `fingerprint` are of a certificate that was refused. */
export class ProbeFailure extends Error {
  override readonly name = 'ProbeFailure';
  readonly code: string;
  readonly about: 'name' | 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy' | 'time';
  readonly detail: string;
  readonly issuer: string | null;
  readonly fingerprint: string | null;
  constructor(
    details: Pick<ProbeFailure, 'code' | 'about' | 'detail'> & Partial<Pick<ProbeFailure, 'issuer' | 'fingerprint'>>,
    options?: { cause?: unknown },
  ) {
    super(details.code, options);
    this.code = details.code;
    this.about = details.about;
    this.detail = details.detail;
    this.issuer = details.issuer ?? null;
    this.fingerprint = details.fingerprint ?? null;
  }
}

export interface ConnectionProbe {
  /** `host:port` without user and password; null if no proxy is used. @throws ProbeFailure */
  proxyOf(profile: ConnectionProfile, address: string, signal: AbortSignal): Promise<string | null>;
  /** @throws ProbeFailure (`name`) */
  lookUp(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Also through a proxy's tunnel. @throws ProbeFailure (`proxy`: the code is the proxy's answer, as `HTTP 407`) */
  connect(profile: ConnectionProfile, address: string, signal: AbortSignal): Promise<void>;
  /** Null for http on loopback. @throws ProbeFailure; AppError BAD_PROFILE if `caFile` is not a certificate file */
  secure(profile: ConnectionProfile, address: string, signal: AbortSignal): Promise<ProbedTls | null>;
}
