/** Requests one page (`docs/service.md` §7.1). Every answer that is not a list becomes an outcome with a reason. */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { parseSearchResponse, type ParsedSearchResponse } from '../../../src-shared/service/search-response.ts';
import { SEARCH_PATH, withPageToken } from '../../../src-shared/service/search-body.ts';
import type { ServiceReply } from '../ports/service-client.ts';
import { responseTooLargeFinding } from '../connection-findings/response-findings.ts';
import { hostOf } from '../connection-findings/profile-addresses.ts';
import {
  type AuthorizedRequest,
  unexpectedReply,
  replyFailure,
  sendAuthorized,
  sendFailure,
} from '../service/authorized-request.ts';

export type PageOutcome =
  | { readonly kind: 'page'; readonly answer: Extract<ParsedSearchResponse, { readonly kind: 'answer' }> }
  /** 4xx for the query: the body is wrong, and a retry does not help. `answer`: text from the service. */
  | { readonly kind: 'refused'; readonly error: AppError; readonly status: number; readonly answer: string }
  | { readonly kind: 'token-refused'; readonly error: AppError; readonly answer: string }
  | {
      readonly kind: 'later';
      readonly error: AppError;
      readonly afterMs: number | null;
      readonly answer: string | null;
    }
  | { readonly kind: 'failed'; readonly error: AppError; readonly answer: string | null };

export interface PageRequest extends Pick<AuthorizedRequest, 'profile' | 'tokens' | 'service'> {
  readonly body: string;
  readonly after: string | null;
  readonly onSend: () => void;
}

/** The service may need long to sort a million subscriptions. The user can cancel. */
const TIMEOUT_MS = 60_000;
/** 8 MiB: 10 000 rows of 800 bytes. Parsing them blocks the thread for some tens of milliseconds. */
const MAX_RESPONSE_BYTES = 8_388_608;

/** @throws the signal's reason, immediately; AppError BAD_PROFILE */
export async function requestPage(question: PageRequest, signal: AbortSignal): Promise<PageOutcome> {
  const { profile, body, after } = question;
  const request = { what: 'search', profile } as const;
  let reply: ServiceReply;
  try {
    const text = after === null ? body : withPageToken(body, after);
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES };
    const sent = { ...request, method: 'POST', path: SEARCH_PATH, body: text, ...limits } as const;
    const { tokens, service, onSend } = question;
    reply = await sendAuthorized({ ...sent, tokens, service, onSend }, signal);
  } catch (error) {
    signal.throwIfAborted();
    return withoutResponse(sendFailure(request, error));
  }
  const error = replyFailure(request, reply);
  if (error !== null) return refusalOf(error, reply, after !== null);
  const answer = parseSearchResponse(reply.text);
  switch (answer.kind) {
    case 'answer':
      return { kind: 'page', answer };
    case 'too-many':
      return { kind: 'failed', error: tooLarge(profile), answer: null };
    case 'not-understood':
      return { kind: 'failed', error: unexpectedReply(request, reply), answer: reply.text };
    default:
      return assertNever(answer);
  }
}

/** Same error as for an answer with too many bytes. */
function tooLarge({ baseUrl }: ConnectionProfile): AppError {
  const finding = responseTooLargeFinding('search', hostOf(baseUrl));
  return appError('SERVICE_FAILED', { what: 'search', problem: 'not-understood', finding });
}

function withoutResponse(error: unknown): PageOutcome {
  if (!(error instanceof AppError)) throw error;
  const mayPass = error.data.code === 'SERVICE_FAILED' && error.data.facts.problem === 'unreachable';
  return mayPass ? { kind: 'later', error, afterMs: null, answer: null } : { kind: 'failed', error, answer: null };
}

function refusalOf(
  error: AppError,
  { status, retryAfterMs, text: answer }: ServiceReply,
  hasToken: boolean,
): PageOutcome {
  if (status === 408 || status === 429 || status >= 500) return { kind: 'later', error, afterMs: retryAfterMs, answer };
  // Redirects are not followed; 401 and 403 concern the credentials, not the query.
  if (status < 400 || status === 401 || status === 403) return { kind: 'failed', error, answer };
  return hasToken ? { kind: 'token-refused', error, answer } : { kind: 'refused', error, status, answer };
}
