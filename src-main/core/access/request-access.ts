import type { AccessReport } from '../../../src-shared/api/access.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { ServiceClient } from '../ports/service-client.ts';
import { authorizedRequest, unexpectedReply } from '../service/authorized-request.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import { parseAccess } from './parse-access.ts';

/** `docs/service.md` §2.3. */
const PATH = '/identity-access-management/token-permissions';
const TIMEOUT_MS = 10_000;
/** Enough for ten thousand resources with a dozen permissions each. */
const MAX_RESPONSE_BYTES = 4_000_000;

export interface AccessParts {
  readonly profile: ConnectionProfile;
  readonly tokens: Pick<TokenKeeper, 'accessToken' | 'reject' | 'validUntil'>;
  readonly service: ServiceClient;
  readonly clock: Clock;
}

/** @throws AppError SERVICE_FAILED, BAD_PROFILE; the signal's reason */
export async function requestAccess(
  { profile, tokens, service, clock }: AccessParts,
  cacheMs: number,
  signal: AbortSignal,
): Promise<{ readonly report: AccessReport; readonly text: string }> {
  let tokenUsed = '';
  const onSend = (accessToken: string): void => {
    tokenUsed = accessToken;
  };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES };
  const request = {
    what: 'permissions',
    profile,
    tokens,
    service,
    method: 'GET',
    path: PATH,
    onSend,
    ...limits,
  } as const;
  const reply = await authorizedRequest(request, signal);
  const { text } = reply;
  const read = parseAccess(text);
  if (read === null) throw unexpectedReply(request, reply);
  const checkedAt = clock.now();
  return {
    report: { ...read, checkedAt, keptUntil: checkedAt + cacheMs, endsAt: tokens.validUntil(tokenUsed) },
    text,
  };
}
