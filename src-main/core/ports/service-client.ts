/**
 * One request to the service's interfaces but the stream: `service-spec.md` "Endpoints" 1 and 2. One attempt; what to do
 * about an answer is the caller's. Redirects are not followed, and answers are read up to a bound.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

export interface ServiceRequest {
  readonly profile: ConnectionProfile;
  readonly method: 'GET' | 'POST';
  /** Beginning with `/`, below the profile's base address. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  readonly accessToken: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface ServiceReply {
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfterMs: number | null;
  /** Header `Date`, UTC epoch ms; `null` where there is none that can be read. */
  readonly serviceTime: number | null;
  /** By name, in lower case; the token is cut out of them, too. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Of the body as it came. */
  readonly bytes: number;
  /** Whatever the status; the token is cut out of it, in any encoding. */
  readonly text: string;
}

/** There was no whole answer. The message is for logs. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  /** `ECONNREFUSED`, `TIMEOUT`, `ANSWER_TOO_LARGE` … */
  readonly code: string;
  /** `time`: no answer in time; `answer`: more of it than is read. */
  readonly about: 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy' | 'time' | 'answer';
  /** The network's own words. */
  readonly detail: string;
  /** Of `proxy`: its `host:port`; `null` if none can be named. */
  readonly proxy: string | null;
  constructor(
    facts: Pick<ServiceFailure, 'code' | 'about' | 'detail'> & Partial<Pick<ServiceFailure, 'proxy'>>,
    options?: { cause?: unknown },
  ) {
    super(facts.code, options);
    this.code = facts.code;
    this.about = facts.about;
    this.detail = facts.detail;
    this.proxy = facts.proxy ?? null;
  }
}

export interface ServiceClient {
  /** @throws ServiceFailure; AppError BAD_PROFILE; the signal's reason */
  send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply>;
}
