/**
 * A request to the service with the token of a watch: a token that is refused (401) is thrown away, and the request is
 * made once more with a new one; never a third time. What comes to nothing is one failure with its problem named.
 */
import { AppError, appError, type AppErrorDetails } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import {
  requestFailureFinding,
  tokenOutcome,
  unexpectedResponseFinding,
  refusalOutcome,
} from '../connection-test/response-findings.ts';
import { ServiceFailure, type ServiceReply } from '../ports/service-client.ts';
import { TokenError } from '../ports/token-issuer.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';

export interface AuthorizedRequest {
  readonly what: AppErrorDetails['SERVICE_FAILED']['what'];
  readonly profile: ConnectionProfile;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject'>;
  /** One attempt with this token (`ServiceClient.send`). */
  readonly send: (accessToken: string) => Promise<ServiceReply>;
}

/** Characters of the service's own words that a person reads. */
const MAX_QUOTE_LENGTH = 300;

/** A reply with a status of 2xx. @throws AppError SERVICE_FAILED, BAD_PROFILE, or why there is nothing to sign in with; the signal's reason */
export async function authorizedRequest(request: AuthorizedRequest, signal: AbortSignal): Promise<ServiceReply> {
  let reply: ServiceReply;
  try {
    reply = await sendAuthorized(request, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw sendFailure(request, error);
  }
  const refusal = replyFailure(request, reply);
  if (refusal !== null) throw refusal;
  return reply;
}

/** What a request was for, which its failure names. */
export type RequestPurpose = Pick<AuthorizedRequest, 'what' | 'profile'>;

/** Why a request has no answer. An error that is about neither the issuer nor the service is returned as it is. */
export function sendFailure({ what, profile }: RequestPurpose, error: unknown): unknown {
  if (error instanceof TokenError) return tokenFailed({ what, profile }, error);
  if (!(error instanceof ServiceFailure)) return error;
  const problem = error.about === 'answer' ? 'not-understood' : 'unreachable';
  const finding = requestFailureFinding(what, error, profile);
  return appError('SERVICE_FAILED', { what, problem, finding }, { cause: error });
}

/** `null` for a status of 2xx. */
export function replyFailure({ what, profile }: RequestPurpose, reply: ServiceReply): AppError | null {
  const { status, retryAfterMs } = reply;
  if (status >= 200 && status < 300) return null;
  const problem = problemOf(status);
  const comeBack = problem === 'unreachable' && retryAfterMs !== null ? { retryAfterMs } : {};
  const { finding } = refusalOutcome(what, status, profile);
  return appError('SERVICE_FAILED', { what, problem, finding, status, ...said(reply), ...comeBack });
}

/** An answer of 2xx that is none. */
export function unexpectedReply({ what, profile }: RequestPurpose, reply: ServiceReply): AppError {
  const finding = unexpectedResponseFinding(reply, profile);
  return appError('SERVICE_FAILED', { what, problem: 'not-understood', finding, status: reply.status, ...said(reply) });
}

/** Whatever the status of the reply: of the second one, where a token was refused. @throws TokenError, and as `ServiceClient` */
export async function sendAuthorized(
  { tokens, send }: Pick<AuthorizedRequest, 'tokens' | 'send'>,
  signal: AbortSignal,
): Promise<ServiceReply> {
  const first = await abortable(tokens.accessToken(), signal);
  const reply = await send(first);
  if (reply.status !== 401) return reply;
  tokens.reject(first);
  const second = await abortable(tokens.accessToken(), signal);
  const again = second === first ? reply : await send(second);
  if (again.status === 401) tokens.reject(second);
  return again;
}

function tokenFailed({ what, profile }: RequestPurpose, error: TokenError): Error {
  const { refusal } = error;
  // Its own sentence says what is missing, and where to give it.
  if (refusal.kind === 'no-grant') return new AppError(refusal.why, { cause: error });
  const problem = refusal.kind === 'refused' ? 'sign-in-needed' : 'unreachable';
  const { finding } = tokenOutcome(refusal, profile);
  return appError('SERVICE_FAILED', { what, problem, finding }, { cause: error });
}

function problemOf(status: number): AppErrorDetails['SERVICE_FAILED']['problem'] {
  if (status === 401) return 'sign-in-needed';
  if (status === 403) return 'forbidden';
  // A time-out of its own, too many requests, and its own faults: it is as good as not there.
  return status === 408 || status === 429 || status >= 500 ? 'unreachable' : 'refused';
}

/** A page of HTML is a proxy's, and says nothing in one line. */
function said({ contentType, text }: ServiceReply): { readonly said?: string } {
  const beginning = text.trim().slice(0, MAX_QUOTE_LENGTH).toWellFormed();
  return beginning === '' || contentType?.includes('html') === true ? {} : { said: beginning };
}
