/** How an address is reached from this computer, one step at a time and without asking anything of the service. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

export interface ProbedTls {
  /** `TLSv1.3` */
  readonly protocol: string;
  /** Whose authority issued the certificate: organisation, or common name. */
  readonly issuer: string;
  readonly subject: string;
  /** UTC epoch ms. */
  readonly validTo: number;
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string;
  /** The chain ends in an authority that this computer or the profile added, not in one that Node brings: an inspection, or a company's own. */
  readonly isAddedAuthority: boolean;
}

/** Which step failed. `code` and `detail` as in `NetworkFailure`; `issuer` and `fingerprint` of a certificate that was refused. */
export class ProbeFailure extends Error {
  override readonly name = 'ProbeFailure';
  readonly code: string;
  readonly about: 'name' | 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy' | 'time';
  readonly detail: string;
  readonly issuer: string | null;
  readonly fingerprint: string | null;
  constructor(
    facts: Pick<ProbeFailure, 'code' | 'about' | 'detail'> & Partial<Pick<ProbeFailure, 'issuer' | 'fingerprint'>>,
    options?: { cause?: unknown },
  ) {
    super(facts.code, options);
    this.code = facts.code;
    this.about = facts.about;
    this.detail = facts.detail;
    this.issuer = facts.issuer ?? null;
    this.fingerprint = facts.fingerprint ?? null;
  }
}

export interface ConnectionProbe {
  /** `host:port` of the proxy that requests to this address go through, without user and password; `null`: none. @throws ProbeFailure */
  proxyOf(profile: ConnectionProfile, address: string, signal: AbortSignal): Promise<string | null>;
  /** IP addresses. @throws ProbeFailure (`name`) */
  lookUp(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** TCP to the address, or a tunnel to it through its proxy. @throws ProbeFailure (`proxy`: code `HTTP 407` and such of what it answered) */
  connect(profile: ConnectionProfile, address: string, signal: AbortSignal): Promise<void>;
  /** `null` for http on loopback. @throws ProbeFailure; AppError BAD_PROFILE for a `caFile` that is none */
  secure(profile: ConnectionProfile, address: string, signal: AbortSignal): Promise<ProbedTls | null>;
}
