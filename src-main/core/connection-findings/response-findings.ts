import type { Finding } from '../../../src-shared/api/connection-findings.ts';
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { isEncodingCode } from '../../../src-shared/service/encoding-code.ts';
import { refusesLargeHeader } from '../../../src-shared/service/oversize-header.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { ServiceFailure, ServiceReply } from '../ports/service-client.ts';
import type { AttemptEnd } from '../ports/stream-client.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import { failed, type CheckOutcome, skipped } from './check-outcome.ts';
import { profileAddressOf, type ProfileAddress } from './profile-addresses.ts';
import { unreachableFinding } from './network-findings.ts';

export function tokenOutcome(refusal: TokenRefusal, profile: ConnectionProfile): CheckOutcome {
  if (refusal.kind === 'no-grant') return missingGrantOutcome(refusal.why);
  const isEnded =
    refusal.kind === 'refused' && refusal.code === 'invalid_grant' && profile.flow === 'authorizationCode';
  return failed(isEnded ? { key: 'sign-in-ended', facts: {} } : issuerFinding(refusal, profile));
}

export function issuerFinding(
  refusal: Exclude<TokenRefusal, { kind: 'no-grant' }>,
  profile: ConnectionProfile,
): Finding {
  const { code, answer } = refusal;
  const status = answer?.status ?? null;
  const target = profileAddressOf(profile, 'sign-in');
  const { host } = target;
  switch (refusal.kind) {
    case 'refused': {
      if (refusal.about === 'request') return { key: 'grant-refused', facts: { code, status } };
      const way = profile.clientAuthentication;
      const other = way === 'basic' ? 'post' : 'basic';
      return { key: 'client-refused', facts: { code, status, way, other } };
    }
    case 'unavailable': {
      const { about, proxy = null } = refusal;
      return about === undefined
        ? { key: 'issuer-unreachable', facts: { host, code } }
        : noResponse({ about, code, proxy }, target);
    }
    case 'not-oauth':
      return status !== null && isRedirect(status)
        ? { key: 'issuer-redirects', facts: { host, status } }
        : { key: 'issuer-not-oauth', facts: { host, status, contentType: answer?.contentType ?? null, code } };
    default:
      return assertNever(refusal);
  }
}

/** Failures to connect. Any other network failure broke an open connection. */
const NOT_CONNECTED = new Set([
  'EADDRNOTAVAIL',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** `proxy`: the one that failed, if its name is known. */
function noResponse(
  failure: {
    readonly about: Exclude<ServiceFailure['about'], 'answer'>;
    readonly code: string;
    readonly proxy?: string | null;
  },
  target: ProfileAddress,
): Finding {
  const { about, code, proxy = null } = failure;
  const { host, name: address } = target;
  if (isEncodingCode(code)) return { key: 'changed-on-the-way', facts: { host, address, code } };
  if (about === 'network' && isNameFailure(code)) return unreachableFinding({ about: 'name', code }, target, null);
  if (about === 'time' || (about === 'network' && !NOT_CONNECTED.has(code)))
    return address === 'sign-in'
      ? { key: 'issuer-unreachable', facts: { host, code } }
      : { key: 'service-unreachable', facts: { host, address, code } };
  return unreachableFinding({ about, code }, target, proxy);
}

function isNameFailure(code: string): boolean {
  return code === 'ENOTFOUND' || code.startsWith('EAI_');
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Skips the check if the user has to give a secret or sign in first: the connection is not at fault. */
export function missingGrantOutcome(why: AppErrorData): CheckOutcome {
  if (why.code === 'NO_SECRET') {
    const { problem, path, systemCode } = why.facts;
    if (problem === 'none' || problem === 'input-empty') return skipped({ key: 'secret-first', facts: {} });
    const code = systemCode ?? problem;
    return failed(
      path === undefined
        ? { key: 'secret-unreadable', facts: { code } }
        : { key: 'secret-file', facts: { path, code } },
    );
  }
  if (why.code === 'SIGNED_OUT')
    return why.facts.problem === 'ended'
      ? failed({ key: 'sign-in-ended', facts: {} })
      : skipped({ key: 'sign-in-first', facts: {} });
  if (why.code === 'SECRET_BOUND') return failed({ key: 'secret-bound', facts: { changed: why.facts.changed } });
  if (why.code === 'BAD_PROFILE')
    return failed({ key: 'ca-file', facts: { expected: why.facts.expected ?? 'a PEM file with certificates' } });
  return failed({ key: 'secret-unreadable', facts: { code: why.code } });
}

export function requestFailureFinding(
  what: 'permissions' | 'search',
  { about, code, proxy }: ServiceFailure,
  profile: ConnectionProfile,
): Finding {
  const target = profileAddressOf(profile, 'base');
  return about === 'answer' ? responseTooLargeFinding(what, target.host) : noResponse({ about, code, proxy }, target);
}

export function responseTooLargeFinding(what: 'permissions' | 'search', host: string): Finding {
  return { key: 'answer-too-large', facts: { host, what } };
}

export function refusalFinding(
  what: 'permissions' | 'search',
  { status, text }: Pick<ServiceReply, 'status' | 'text'>,
  profile: ConnectionProfile,
): Finding {
  if (status === 403)
    return { key: what === 'search' ? 'search-forbidden' : 'permissions-forbidden', facts: { status } };
  return refused(status, text, profileAddressOf(profile, 'base'));
}

export function unexpectedResponseFinding({ contentType }: ServiceReply, profile: ConnectionProfile): Finding {
  const { host, name: address } = profileAddressOf(profile, 'base');
  return { key: 'service-not-understood', facts: { host, address, contentType } };
}

function refused(status: number, body: string | null, { host, name: address }: ProfileAddress): Finding {
  const facts = { host, address, status };
  if (status === 401) return { key: 'token-refused', facts };
  if (isRedirect(status)) return { key: 'service-redirects', facts };
  if (refusesLargeHeader(status, body)) return { key: 'token-too-large', facts };
  if (status === 404 || status === 405) return { key: 'service-not-there', facts };
  return { key: status === 408 || status === 429 || status >= 500 ? 'service-down' : 'service-refused', facts };
}

export interface StreamWait {
  readonly profile: ConnectionProfile;
  readonly seconds: number;
  /** Time since the stream was opened or requested. */
  readonly openSeconds: number;
  readonly by: string | null;
  readonly server: string | null;
}

/** Progress of the stream when it ended or when the wait timed out (`'late'`). */
export type StreamProgress = 'asked' | 'open' | 'events';

export function streamEnded(
  end: AttemptEnd | 'late',
  reach: StreamProgress,
  { profile, seconds, openSeconds, by, server }: StreamWait,
): Finding {
  const code = end === 'late' ? 'SILENT' : endCode(end);
  if (end === 'late' || end.kind === 'silent') {
    if (reach === 'asked') return { key: 'stream-no-answer', facts: { seconds, by } };
    return reach === 'open'
      ? { key: 'held-back', facts: { seconds, by, server } }
      : { key: 'no-heartbeat', facts: { seconds, by, server } };
  }
  if (end.kind === 'consumer-failed' || end.kind === 'aborted') return { key: 'fault', facts: {} };
  if (isEncodingCode(code)) return noResponse({ about: 'network', code }, profileAddressOf(profile, 'events'));
  if (reach === 'open') return { key: 'ended-at-once', facts: { code, seconds: openSeconds } };
  if (reach === 'events') return { key: 'ended-early', facts: { code, seconds: openSeconds } };
  return notOpened(end, profileAddressOf(profile, 'events'));
}

type NotOpened = Exclude<AttemptEnd, { kind: 'silent' | 'consumer-failed' | 'aborted' }>;

function notOpened(end: NotOpened, target: ProfileAddress): Finding {
  switch (end.kind) {
    case 'refused':
      return refusedStream(end.status, end.answer.body, target);
    case 'redirected':
      return refused(end.status, null, target);
    case 'not-a-stream':
      return { key: 'not-a-stream', facts: { host: target.host, contentType: end.contentType } };
    case 'unreachable':
      return noResponse({ ...end, proxy: end.proxy ?? null }, target);
    case 'lost':
    case 'closed':
      return noResponse({ about: 'network', code: endCode(end) }, target);
    default:
      return assertNever(end);
  }
}

function refusedStream(status: number, body: string | null, target: ProfileAddress): Finding {
  if (status === 403) return { key: 'stream-forbidden', facts: { status } };
  if (status === 409 || status === 423) return { key: 'seat-taken', facts: { status } };
  return refused(status, body, target);
}

function endCode(end: AttemptEnd): string {
  switch (end.kind) {
    case 'closed':
      return 'CLOSED';
    case 'lost':
    case 'unreachable':
      return end.code;
    case 'refused':
    case 'redirected':
      return `HTTP ${end.status}`;
    case 'silent':
    case 'not-a-stream':
    case 'consumer-failed':
    case 'aborted':
      return end.kind.toUpperCase();
    default:
      return assertNever(end);
  }
}
