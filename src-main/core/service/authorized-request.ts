/** After a 401, rejects the token and retries once. Every failure becomes one error that names its problem. */
import { AppError, appError, type AppErrorDetails } from '../../../src-shared/api/errors.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import {
  requestFailureFinding,
  tokenOutcome,
  unexpectedResponseFinding,
  refusalFinding,
} from '../connection-findings/response-findings.ts';
import { type ServiceClient, ServiceFailure, type ServiceReply, type ServiceRequest } from '../ports/service-client.ts';
import { TokenError } from '../ports/token-issuer.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';

export interface AuthorizedRequest extends Omit<ServiceRequest, 'accessToken'> {
  readonly what: AppErrorDetails['SERVICE_FAILED']['what'];
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject'>;
  readonly service: ServiceClient;
  /** Called before each request. A refused access token causes a second request. */
  readonly onSend?: (accessToken: string) => void;
}

/** Characters of the service's error text that the user sees. */
const MAX_QUOTE_LENGTH = 300;

/** Returns a 2xx response. @throws AppError SERVICE_FAILED, BAD_PROFILE, missing credentials; the signal's reason */
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

export type RequestPurpose = Pick<AuthorizedRequest, 'what' | 'profile'>;

/** Errors that concern neither the issuer nor the service stay unchanged. */
export function sendFailure({ what, profile }: RequestPurpose, error: unknown): unknown {
  if (error instanceof TokenError) return tokenFailed({ what, profile }, error);
  if (!(error instanceof ServiceFailure)) return error;
  const problem = error.about === 'answer' ? 'not-understood' : 'unreachable';
  const finding = requestFailureFinding(what, error, profile);
  return appError('SERVICE_FAILED', { what, problem, finding }, { cause: error });
}

export function replyFailure({ what, profile }: RequestPurpose, reply: ServiceReply): AppError | null {
  const { status, retryAfterMs } = reply;
  if (status >= 200 && status < 300) return null;
  const problem = problemOf(status);
  const comeBack = problem === 'unreachable' && retryAfterMs !== null ? { retryAfterMs } : {};
  const finding = refusalFinding(what, reply, profile);
  return appError('SERVICE_FAILED', { what, problem, finding, status, ...quotedText(reply), ...comeBack });
}

export function unexpectedReply({ what, profile }: RequestPurpose, reply: ServiceReply): AppError {
  const finding = unexpectedResponseFinding(reply, profile);
  return appError('SERVICE_FAILED', {
    what,
    problem: 'not-understood',
    finding,
    status: reply.status,
    ...quotedText(reply),
  });
}

/** Any status; after a 401, that of the second attempt. @throws TokenError, and as `ServiceClient` */
export async function sendAuthorized(
  { what: _what, tokens, service, onSend, ...request }: AuthorizedRequest,
  signal: AbortSignal,
): Promise<ServiceReply> {
  const send = (accessToken: string): Promise<ServiceReply> => {
    onSend?.(accessToken);
    return service.send({ ...request, accessToken }, signal);
  };
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
  // `why` already names what is missing and where to provide it.
  if (refusal.kind === 'no-grant') return new AppError(refusal.why, { cause: error });
  const problem = refusal.kind === 'refused' ? 'sign-in-needed' : 'unreachable';
  const { finding } = tokenOutcome(refusal, profile);
  return appError('SERVICE_FAILED', { what, problem, finding }, { cause: error });
}

function problemOf(status: number): AppErrorDetails['SERVICE_FAILED']['problem'] {
  if (status === 401) return 'sign-in-needed';
  if (status === 403) return 'forbidden';
  // 408, 429 and 5xx: the service is up but cannot answer now.
  return status === 408 || status === 429 || status >= 500 ? 'unreachable' : 'refused';
}

/** Omits HTML, which is a proxy's page and does not fit one line. */
function quotedText({ contentType, text }: ServiceReply): { readonly said?: string } {
  const quote = text.trim().slice(0, MAX_QUOTE_LENGTH).toWellFormed();
  return quote === '' || contentType?.includes('html') === true ? {} : { said: quote };
}
