/** What an answer of the issuer, the service or the stream means for a person who sets a profile up. */
import type { Finding } from '../../../src-shared/api/connection-findings.ts';
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { ServiceReply } from '../ports/service-client.ts';
import type { AttemptEnd } from '../ports/stream-client.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import { failed, type Found, skipped, warned } from './found.ts';
import { hostOf } from './places.ts';

export function noToken(refusal: TokenRefusal, profile: ConnectionProfile): Found {
  const host = hostOf(profile.authUrl);
  switch (refusal.kind) {
    case 'refused': {
      const { code, answer } = refusal;
      const status = answer?.status ?? null;
      if (code === 'invalid_grant' && profile.flow === 'authorizationCode')
        return failed({ key: 'sign-in-ended', facts: {} });
      if (refusal.about === 'request') return failed({ key: 'grant-refused', facts: { code, status } });
      const way = profile.clientAuthentication;
      const other = way === 'basic' ? 'post' : 'basic';
      return failed({ key: 'client-refused', facts: { code, status, way, other } });
    }
    case 'no-grant':
      return nothingToAskWith(refusal.why);
    case 'unavailable':
      return failed({ key: 'issuer-unreachable', facts: { host, code: refusal.code } });
    case 'not-oauth': {
      const status = refusal.answer?.status ?? null;
      return failed({ key: 'issuer-not-oauth', facts: { host, status, code: refusal.code } });
    }
    default:
      return assertNever(refusal);
  }
}

/** Nothing is wrong with the connection where a person has something left to do first. */
export function nothingToAskWith(why: AppErrorData): Found {
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

/** An answer of the service that is not 2xx. */
export function refusedReply(what: 'permissions' | 'search', { status }: ServiceReply, host: string): Found {
  if (status === 401) return failed({ key: 'token-refused', facts: { status } });
  if (status === 403)
    return what === 'search'
      ? // The stream works without.
        warned({ key: 'search-forbidden', facts: { status } })
      : failed({ key: 'permissions-forbidden', facts: { status } });
  if (status >= 300 && status < 400) return failed({ key: 'service-redirects', facts: { host, status } });
  if (status === 404 || status === 405) return failed({ key: 'service-not-there', facts: { host, status } });
  if (status === 408 || status === 429 || status >= 500)
    return failed({ key: 'service-down', facts: { host, status } });
  return failed({ key: 'service-refused', facts: { host, status } });
}

export interface StreamPatience {
  readonly host: string;
  readonly seconds: number;
  /** Whose proxy or inspection stands between, where that is known. */
  readonly by: string | null;
}

/** How far the stream had come when it ended, or when waiting for more was over (`'late'`). */
export type StreamReach = 'asked' | 'open' | 'events';

export function streamEnded(
  end: AttemptEnd | 'late',
  reach: StreamReach,
  { host, seconds, by }: StreamPatience,
): Finding {
  const code = end === 'late' ? 'SILENT' : endCode(end);
  if (end === 'late' || end.kind === 'silent') {
    if (reach === 'asked') return { key: 'stream-no-answer', facts: { seconds, by } };
    return reach === 'open'
      ? { key: 'held-back', facts: { seconds, by } }
      : { key: 'no-heartbeat', facts: { seconds, by } };
  }
  if (end.kind === 'consumer-failed' || end.kind === 'aborted') return { key: 'fault', facts: {} };
  if (reach === 'open') return { key: 'ended-at-once', facts: { code } };
  if (reach === 'events') return { key: 'ended-early', facts: { code } };
  return notOpened(end, host, code);
}

function notOpened(end: AttemptEnd, host: string, code: string): Finding {
  if (end.kind === 'refused') return refusedStream(end.status, host);
  if (end.kind === 'redirected') return { key: 'service-redirects', facts: { host, status: end.status } };
  if (end.kind === 'not-a-stream') return { key: 'not-a-stream', facts: { host, contentType: end.contentType } };
  return { key: 'stream-unreachable', facts: { host, code } };
}

function refusedStream(status: number, host: string): Finding {
  if (status === 401) return { key: 'token-refused', facts: { status } };
  if (status === 403) return { key: 'stream-forbidden', facts: { status } };
  if (status === 409 || status === 423) return { key: 'seat-taken', facts: { status } };
  if (status === 404 || status === 405) return { key: 'service-not-there', facts: { host, status } };
  if (status === 408 || status === 429 || status >= 500) return { key: 'service-down', facts: { host, status } };
  return { key: 'service-refused', facts: { host, status } };
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
