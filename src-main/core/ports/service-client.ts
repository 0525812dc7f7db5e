/** Sends one request (`docs/service.md` §2.3, §7.1), without retries and redirects. Limits the size of answers. */
import type { PublishedIncident, StatusPageProblem } from '../../../src-shared/domain/coverage/provider-incident.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

export interface ServiceRequest {
  readonly profile: ConnectionProfile;
  readonly method: 'GET' | 'POST';
  /** Starts with `/`, relative to the profile's base address. */
  readonly path: string;
  readonly body?: string;
  readonly accessToken: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface ServiceReply {
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfterMs: number | null;
  /** Header `Date`, UTC epoch ms; null if it is missing or invalid. */
  readonly serviceTime: number | null;
  /** Names in lower case. The token is redacted. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: number;
  /** Body of an answer with any status. The token is redacted in every encoding. */
  readonly text: string;
}

/** No complete answer arrived. The message is for logs. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  readonly code: string;
  /** `time`: no answer in time; `answer`: larger than the limit. */
  readonly about: 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy' | 'time' | 'answer';
  readonly detail: string;
  /** Only for `proxy`: its `host:port`; null if unknown. */
  readonly proxy: string | null;
  constructor(
    details: Pick<ServiceFailure, 'code' | 'about' | 'detail'> & Partial<Pick<ServiceFailure, 'proxy'>>,
    options?: { cause?: unknown },
  ) {
    super(details.code, options);
    this.code = details.code;
    this.about = details.about;
    this.detail = details.detail;
    this.proxy = details.proxy ?? null;
  }
}

export interface ServiceClient {
  /** @throws ServiceFailure; AppError BAD_PROFILE; the signal's reason */
  send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply>;
}

/** Headers of the last answer, with which a request asks only for changes (RFC 9110, 13.1). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface StatusPageRequest {
  readonly url: string;
  readonly profile: Pick<ConnectionProfile, 'caFile' | 'proxy'>;
  readonly validators: Validators;
}

export interface PublishedIncidents {
  readonly incidents: readonly PublishedIncident[];
  /** Entries without a time that can be read. */
  readonly unreadable: number;
}

export type StatusPageAnswer =
  | ({ readonly kind: 'incidents'; readonly validators: Validators } & PublishedIncidents)
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly problem: StatusPageProblem; readonly retryAfterMs: number | null };

/** Reads the provider's public status page: an Atom or RSS feed, or JSON. Sends no credentials, follows no redirect. */
export interface StatusPages {
  /** Rejects only if the signal is aborted. */
  read(request: StatusPageRequest, signal: AbortSignal): Promise<StatusPageAnswer>;
}
