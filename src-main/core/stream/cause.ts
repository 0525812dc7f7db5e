/** Classifies why the stream is not watched. `src-shared/words/interruption-words.ts` makes the sentences. */
import type { GapReason } from '../../../src-shared/domain/coverage/coverage.ts';
import type { InterruptionCause, ServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { isEncodingCode } from '../../../src-shared/service/encoding-code.ts';
import { mediaTypeOf } from '../../../src-shared/service/media-type.ts';
import { refusesLargeHeader } from '../../../src-shared/service/oversize-header.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { isAboutAddress, isBehindProxy } from '../connection-findings/network-findings.ts';
import { hostOf } from '../connection-findings/profile-addresses.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';

type CauseKind = InterruptionCause['kind'];

const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

export function causeOf(outcome: AttemptOutcome, endAnnounced: boolean): InterruptionCause {
  if (endAnnounced && (outcome.kind === 'closed' || outcome.kind === 'lost' || outcome.kind === 'silent'))
    return cause('session-ended', 'session-expired', 'SUBSCRIPTION_ENDED');
  switch (outcome.kind) {
    case 'closed':
      return cause('closed', 'connection-lost', 'CLOSED');
    case 'lost':
      return cause(
        isEncodingCode(outcome.code) ? 'changed-on-the-way' : 'cut',
        'connection-lost',
        outcome.code,
        outcome.answer,
      );
    case 'silent':
      return cause('silent', 'silent', 'SILENT');
    case 'no-answer':
      return cause('no-answer', 'unreachable', 'NO_ANSWER');
    case 'unreachable':
      return {
        ...cause(unreachableKind(outcome), 'unreachable', outcome.code, outcome.answer),
        ...answeringProxy(outcome),
      };
    case 'refused':
      return refusedCause(outcome.status, outcome.answer);
    case 'redirected':
      return cause('redirected', 'refused', `HTTP ${outcome.status}`, outcome.answer);
    case 'not-a-stream':
      return cause(
        'not-a-stream',
        'not-a-stream',
        mediaTypeOf(outcome.contentType) ?? 'no content type',
        outcome.answer,
      );
    case 'no-token':
      return tokenCause(outcome.refusal);
    case 'consumer-failed':
      return faultCause;
    case 'slept':
      return cause('slept', 'slept', 'SLEPT');
    default:
      return assertNever(outcome);
  }
}

/** Returns host and port without a path, because sentences show it; null if no host failed or its name is unknown. */
export function failedHost(
  outcome: AttemptOutcome,
  { eventsUrl, authUrl }: Pick<ConnectionProfile, 'eventsUrl' | 'authUrl'>,
): string | null {
  switch (outcome.kind) {
    case 'slept':
    case 'consumer-failed':
      return null;
    case 'no-token': {
      const { refusal } = outcome;
      if (refusal.kind === 'no-grant') return null;
      return refusal.kind === 'unavailable' && isProxyItself(refusal) ? (refusal.proxy ?? null) : hostOf(authUrl);
    }
    case 'unreachable':
      return isProxyItself(outcome) ? (outcome.proxy ?? null) : hostOf(eventsUrl);
    case 'refused':
      // A proxy, not the address, asks for a sign-in.
      return outcome.status === 407 ? null : hostOf(eventsUrl);
    case 'closed':
    case 'lost':
    case 'silent':
    case 'no-answer':
    case 'redirected':
    case 'not-a-stream':
      return hostOf(eventsUrl);
    default:
      return assertNever(outcome);
  }
}

export const faultCause: InterruptionCause = cause('fault', 'crashed', 'FAULT');

export function lostEventsCause(stored: number, received: number): InterruptionCause {
  return cause('events-lost', 'events-lost', `${stored} of ${received}`);
}

type Unreachable = Pick<Extract<AttemptOutcome, { kind: 'unreachable' }>, 'about' | 'code' | 'proxy'>;
type Unavailable = Extract<TokenRefusal, { kind: 'unavailable' }>;

function isProxyItself({ about = 'network', code }: Pick<Unavailable, 'about' | 'code'>): boolean {
  return about === 'proxy' && !isAboutAddress({ about, code });
}

function answeringProxy({ about = 'network', code, proxy }: Pick<Unavailable, 'about' | 'code' | 'proxy'>) {
  return typeof proxy === 'string' && isAboutAddress({ about, code }) ? { proxy } : {};
}

function unreachableKind({ about, code }: Pick<Unreachable, 'about' | 'code'>): CauseKind {
  switch (about) {
    case 'certificate':
      return 'certificate';
    case 'plain-http':
      return 'plain-http';
    case 'proxy':
      return isBehindProxy({ about, code }) ? 'unreachable' : 'proxy-refused';
    case 'network':
    case 'handshake':
      return 'unreachable';
    default:
      return assertNever(about);
  }
}

function refusedCause(status: number, answer: ServiceResponse): InterruptionCause {
  const code = `HTTP ${status}`;
  // The service sends no HTML pages. Firewalls and proxies in front of it do, with these statuses.
  if ((status === 403 || status === 429) && PAGES.has(mediaTypeOf(answer.contentType)?.toLowerCase() ?? ''))
    return cause('page-instead', 'refused', code, answer);
  if (refusesLargeHeader(status, answer.body)) return cause('token-too-large', 'refused', code, answer);
  switch (status) {
    case 401:
      return cause('token-refused', 'sign-in-needed', code, answer);
    case 403:
      return cause('forbidden', 'refused', code, answer);
    case 407:
      return cause('proxy-refused', 'unreachable', code, answer);
    case 408:
      return cause('service-down', 'refused', code, answer);
    case 409:
    case 423:
      return cause('seat-taken', 'seat-taken', code, answer);
    case 429:
      return cause('slow-down', 'refused', code, answer);
    default:
      return cause(status >= 500 ? 'service-down' : 'request-refused', 'refused', code, answer);
  }
}

function tokenCause(refusal: TokenRefusal): InterruptionCause {
  switch (refusal.kind) {
    case 'refused':
      return cause(
        refusal.about === 'client' ? 'client-refused' : 'grant-refused',
        'sign-in-needed',
        refusal.code,
        refusal.answer,
      );
    case 'no-grant':
      return { ...cause('no-grant', 'sign-in-needed', refusal.why.code), error: refusal.why };
    case 'unavailable':
      return {
        ...cause(
          isEncodingCode(refusal.code) ? 'changed-on-the-way' : issuerKind(refusal),
          'unreachable',
          refusal.code,
          refusal.answer,
        ),
        ...answeringProxy(refusal),
      };
    case 'not-oauth':
      return cause('issuer-not-oauth', 'unreachable', refusal.code, refusal.answer);
    default:
      return assertNever(refusal);
  }
}

/** Only `unreachable` names the issuer; other failures on the way are the same for both addresses. */
function issuerKind({ about = 'network', code }: Pick<Unavailable, 'about' | 'code'>): CauseKind {
  const kind = unreachableKind({ about, code });
  return kind === 'unreachable' ? 'issuer-unreachable' : kind;
}

function cause(
  kind: CauseKind,
  reason: GapReason,
  code: string,
  answer: ServiceResponse | null = null,
): InterruptionCause {
  return { kind, reason, code, host: null, error: null, answer };
}
