/**
 * A request to the service with the token of a watch: a token that is refused (401) is thrown away, and the request is
 * made once more with a new one; never a third time. What comes to nothing is one failure with its problem named.
 */
import { type AppError, appError, type AppErrorFacts } from '../../../src-shared/api/errors.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { ServiceFailure, type ServiceReply } from '../ports/service-client.ts';
import { TokenError, type TokenRefusal } from '../ports/token-issuer.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';

export interface AuthorizedRequest {
  readonly what: AppErrorFacts['SERVICE_FAILED']['what'];
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject'>;
  /** One attempt with this token (`ServiceClient.send`). */
  readonly send: (accessToken: string) => Promise<ServiceReply>;
}

/** Characters of the service's own words that a person reads. */
const SAID_CHARACTERS = 300;

/** A reply with a status of 2xx. @throws AppError SERVICE_FAILED, BAD_PROFILE; the signal's reason */
export async function authorizedRequest(request: AuthorizedRequest, signal: AbortSignal): Promise<ServiceReply> {
  const { what } = request;
  let reply: ServiceReply;
  try {
    reply = await sendAuthorized(request, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw sendFailure(what, error);
  }
  const refusal = replyFailure(what, reply);
  if (refusal !== null) throw refusal;
  return reply;
}

/** What came of a request to which there is no answer; what is not about the service stays as it is. */
export function sendFailure(what: AuthorizedRequest['what'], error: unknown): unknown {
  if (error instanceof TokenError) return tokenFailed(what, error);
  if (!(error instanceof ServiceFailure)) return error;
  const problem = error.about === 'answer' ? 'not-understood' : 'unreachable';
  return appError('SERVICE_FAILED', { what, problem, code: error.code }, { cause: error });
}

/** `null` for a status of 2xx. */
export function replyFailure(what: AuthorizedRequest['what'], reply: ServiceReply): AppError | null {
  const { status, retryAfterMs } = reply;
  if (status >= 200 && status < 300) return null;
  const problem = problemOf(status);
  const comeBack = problem === 'unreachable' && retryAfterMs !== null ? { retryAfterMs } : {};
  return appError('SERVICE_FAILED', { what, problem, status, ...said(reply), ...comeBack });
}

/** An answer of 2xx that is none. */
export function misunderstood(what: AuthorizedRequest['what'], reply: ServiceReply): AppError {
  return appError('SERVICE_FAILED', { what, problem: 'not-understood', status: reply.status, ...said(reply) });
}

/** Whatever the status of the reply: of the second one, where a token was refused. @throws TokenError, and as `ServiceClient` */
export async function sendAuthorized(
  { tokens, send }: Omit<AuthorizedRequest, 'what'>,
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

function tokenFailed(what: AuthorizedRequest['what'], error: TokenError): Error {
  const { refusal } = error;
  const problem = needsPerson(refusal) ? 'sign-in-needed' : 'unreachable';
  const code = refusal.kind === 'no-grant' ? refusal.why.code : refusal.code;
  return appError('SERVICE_FAILED', { what, problem, code }, { cause: error });
}

function needsPerson({ kind }: TokenRefusal): boolean {
  return kind === 'refused' || kind === 'no-grant';
}

function problemOf(status: number): AppErrorFacts['SERVICE_FAILED']['problem'] {
  if (status === 401) return 'sign-in-needed';
  if (status === 403) return 'forbidden';
  // A time-out of its own, too many requests, and its own faults: it is as good as not there.
  return status === 408 || status === 429 || status >= 500 ? 'unreachable' : 'refused';
}

/** A page of HTML is a proxy's, and says nothing in one line. */
function said({ contentType, text }: ServiceReply): { readonly said?: string } {
  const beginning = text.trim().slice(0, SAID_CHARACTERS).toWellFormed();
  return beginning === '' || contentType?.includes('html') === true ? {} : { said: beginning };
}
