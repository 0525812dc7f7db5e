/**
 * One request for one page, and what its answer means for the search: `service-spec.md` "1. Search subscriptions". Which
 * statuses that endpoint answers with is not documented; anything but a list is an outcome with its reason named.
 */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { parseSearchResponse, type ParsedSearchResponse } from '../../../src-shared/service/search-response.ts';
import { SEARCH_PATH, withPageToken } from '../../../src-shared/service/search-body.ts';
import type { ServiceClient, ServiceReply } from '../ports/service-client.ts';
import { responseTooLargeFinding } from '../connection-test/response-findings.ts';
import { hostOf } from '../connection-test/profile-addresses.ts';
import { unexpectedReply, replyFailure, sendAuthorized, sendFailure } from '../service/authorized-request.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';

export type PageOutcome =
  | { readonly kind: 'page'; readonly answer: Extract<ParsedSearchResponse, { readonly kind: 'answer' }> }
  /** 4xx to the query: it is the body, not the moment. `answer`: the service's own words. */
  | { readonly kind: 'refused'; readonly error: AppError; readonly status: number; readonly answer: string }
  /** 4xx to a token. */
  | { readonly kind: 'token-refused'; readonly error: AppError; readonly answer: string }
  /** It may be otherwise in a moment. `afterMs`: the service said when. */
  | {
      readonly kind: 'later';
      readonly error: AppError;
      readonly afterMs: number | null;
      readonly answer: string | null;
    }
  /** Asking again would give the same. */
  | { readonly kind: 'failed'; readonly error: AppError; readonly answer: string | null };

export interface PageRequest {
  readonly profile: ConnectionProfile;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject'>;
  readonly service: ServiceClient;
  /** Without `after`. */
  readonly body: string;
  /** `null`: the query itself. */
  readonly after: string | null;
  /** Called before each request: an access token that was refused makes two of them. */
  readonly onSend: () => void;
}

/** A service that sorts a million subscriptions may take its time; a person can give it up. */
const TIMEOUT_MS = 60_000;
/** Ten thousand rows of 800 bytes: to read them holds up everything else for some tens of milliseconds. */
const MAX_RESPONSE_BYTES = 8_388_608;

/** @throws the signal's reason, at once; AppError BAD_PROFILE */
export async function requestPage(question: PageRequest, signal: AbortSignal): Promise<PageOutcome> {
  const { profile, tokens, service, body, after, onSend } = question;
  const asked = { what: 'search', profile } as const;
  let reply: ServiceReply;
  try {
    const text = after === null ? body : withPageToken(body, after);
    reply = await sendAuthorized(
      {
        tokens,
        send(accessToken) {
          onSend();
          return service.send(
            {
              profile,
              method: 'POST',
              path: SEARCH_PATH,
              body: text,
              accessToken,
              timeoutMs: TIMEOUT_MS,
              maxBytes: MAX_RESPONSE_BYTES,
            },
            signal,
          );
        },
      },
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    return withoutAnswer(sendFailure(asked, error));
  }
  const error = replyFailure(asked, reply);
  if (error !== null) return refusalOf(error, reply, after !== null);
  const answer = parseSearchResponse(reply.text);
  switch (answer.kind) {
    case 'answer':
      return { kind: 'page', answer };
    case 'too-many':
      return { kind: 'failed', error: tooLarge(profile), answer: null };
    case 'not-understood':
      return { kind: 'failed', error: unexpectedReply(asked, reply), answer: reply.text };
    default:
      return assertNever(answer);
  }
}

/** As a page that has more bytes than are read. */
function tooLarge({ baseUrl }: ConnectionProfile): AppError {
  const finding = responseTooLargeFinding('search', hostOf(baseUrl));
  return appError('SERVICE_FAILED', { what: 'search', problem: 'not-understood', finding });
}

function withoutAnswer(error: unknown): PageOutcome {
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
  // Redirects are not followed; 401 and 403 are about who asks, and not about what.
  if (status < 400 || status === 401 || status === 403) return { kind: 'failed', error, answer };
  return hasToken ? { kind: 'token-refused', error, answer } : { kind: 'refused', error, status, answer };
}
