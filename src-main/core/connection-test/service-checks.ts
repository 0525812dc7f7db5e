import type { Clock } from '../ports/clock.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { SEARCH_PATH } from '../../../src-shared/service/search-body.ts';
import { parseAccess } from '../access/parse-access.ts';
import { ServiceFailure, type ServiceClient, type ServiceReply } from '../ports/service-client.ts';
import type { GrantSource } from '../ports/grants.ts';
import { sendAuthorized } from '../service/authorized-request.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import { requestFailureFinding, unexpectedResponseFinding, refusalOutcome } from './response-findings.ts';
import { failed, type CheckOutcome, passed } from './check-outcome.ts';

export type TestTokens = Pick<TokenKeeper, 'accessToken' | 'reject' | 'validUntil'>;

/** A locked keychain may wait for the user, who may be away. */
const TOKEN_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Many times the size of a thousand resources with a dozen permissions each. */
const MAX_RESPONSE_BYTES = 4_000_000;

interface ServiceChecksOptions {
  readonly profile: ConnectionProfile;
  readonly grants: GrantSource;
  readonly tokens: TestTokens;
  readonly service: ServiceClient;
  readonly clock: Clock;
}

export class ServiceChecks {
  readonly #options: ServiceChecksOptions;
  readonly #signal: AbortSignal;
  /** Service clock minus ours, in ms. */
  readonly offsets: number[] = [];
  domain: string | null = null;

  constructor(options: ServiceChecksOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  async token(): Promise<CheckOutcome> {
    const { profile, clock, tokens } = this.#options;
    const over = new AbortController();
    const either = AbortSignal.any([this.#signal, over.signal]);
    const late = clock.sleep(TOKEN_TIMEOUT_MS, either).then(() => null);
    try {
      const accessToken = await Promise.race([abortable(tokens.accessToken(), this.#signal), late]);
      if (accessToken === null) return failed({ key: 'secret-unreadable', facts: { code: 'TIMEOUT' } });
      if (profile.flow === 'authorizationCode')
        return passed({ key: 'token-of-person', facts: { as: await this.#signedInAs() } });
      const endsAt = tokens.validUntil(accessToken);
      const seconds = endsAt === null ? null : Math.max(0, Math.round((endsAt - clock.now()) / 1_000));
      return passed({ key: 'token-given', facts: { way: profile.clientAuthentication, seconds } });
    } finally {
      over.abort(new Error('The token has arrived.'));
      await late.catch(() => undefined);
    }
  }

  /** {base_url}/identity-access-management/token-permissions: `service-spec.md` "2. Get permissions of an access token". */
  async permissions(): Promise<CheckOutcome> {
    const reply = await this.#request('permissions', 'GET', '/identity-access-management/token-permissions');
    if ('finding' in reply) return reply;
    if (!isGood(reply)) return refusalOutcome('permissions', reply.status, this.#options.profile);
    const read = parseAccess(reply.text);
    if (read === null) return failed(unexpectedResponseFinding(reply, this.#options.profile));
    this.domain = read.domainId;
    return passed({ key: 'permissions-read', facts: { domain: read.domainId, resources: read.resources.length } });
  }

  /** {base_url}/iot-connect/subscription-inventory/v2/search: `service-spec.md` "1. Search subscriptions". */
  async search(): Promise<CheckOutcome> {
    const reply = await this.#request('search', 'POST', SEARCH_PATH, JSON.stringify({ limit: 1 }));
    if ('finding' in reply) return reply;
    if (!isGood(reply)) return refusalOutcome('search', reply.status, this.#options.profile);
    const hits = totalHits(reply.text);
    return hits === undefined
      ? failed(unexpectedResponseFinding(reply, this.#options.profile))
      : passed({ key: 'search-answered', facts: { totalHits: hits } });
  }

  async #request(
    what: 'permissions' | 'search',
    method: 'GET' | 'POST',
    path: string,
    body?: string,
  ): Promise<ServiceReply | CheckOutcome> {
    const { profile, tokens, service, clock } = this.#options;
    const send = async (accessToken: string): Promise<ServiceReply> => {
      const askedAt = clock.now();
      const request = { profile, method, path, accessToken, timeoutMs: TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES };
      const reply = await service.send(body === undefined ? request : { ...request, body }, this.#signal);
      // The service answered between request and reply, so the midpoint is used. The header truncates to whole seconds,
      // so half a second is added.
      if (reply.serviceTime !== null) this.offsets.push(reply.serviceTime + 500 - (askedAt + clock.now()) / 2);
      return reply;
    };
    try {
      return await sendAuthorized({ tokens, send }, this.#signal);
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!(error instanceof ServiceFailure)) throw error;
      return failed(requestFailureFinding(what, error, profile));
    }
  }

  async #signedInAs(): Promise<string | null> {
    const grant = await this.#options.grants.read(this.#signal);
    return grant.kind === 'authorization-code' ? grant.current.as : null;
  }
}

function isGood({ status }: ServiceReply): boolean {
  return status >= 200 && status < 300;
}

/** Returns null if the search response has no number of hits, undefined if it is not a search response. */
function totalHits(text: string): number | null | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || !('items' in answer) || !Array.isArray(answer.items))
      return undefined;
    const page: unknown = 'pagination' in answer ? answer.pagination : null;
    const hits: unknown = typeof page === 'object' && page !== null && 'totalHits' in page ? page.totalHits : null;
    return typeof hits === 'number' && Number.isFinite(hits) ? hits : null;
  } catch {
    return undefined;
  }
}
