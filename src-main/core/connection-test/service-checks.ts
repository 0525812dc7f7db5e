import type { Clock } from '../ports/clock.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { SEARCH_PATH } from '../../../src-shared/service/search-body.ts';
import { parseSearchResponse } from '../../../src-shared/service/search-response.ts';
import { withTimeLimit } from '../lib/with-time-limit.ts';
import { requestAccess } from '../access/request-access.ts';
import type { ServiceClient, ServiceReply, ServiceRequest } from '../ports/service-client.ts';
import type { GrantSource } from '../ports/grants.ts';
import { authorizedRequest, unexpectedReply } from '../service/authorized-request.ts';
import type { TokenKeeper } from '../sign-in/token-keeper.ts';
import { type CheckOutcome, passed } from '../connection-findings/check-outcome.ts';

export type TestTokens = Pick<TokenKeeper, 'accessToken' | 'reject' | 'validUntil'>;

/** A locked keychain may wait for the user, who may be away. */
const TOKEN_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Many times the size of the single subscription that the search asks for. */
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
  readonly offsets: number[] = [];
  domain: string | null = null;
  readonly #timedService: ServiceClient = { send: (request, signal) => this.#send(request, signal) };

  constructor(options: ServiceChecksOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  async token(): Promise<CheckOutcome> {
    const { profile, clock, tokens } = this.#options;
    const late = () => appError('NO_SECRET', { profile: profile.name, problem: 'no-answer', systemCode: 'TIMEOUT' });
    const accessToken = await withTimeLimit(clock, TOKEN_TIMEOUT_MS, late, this.#signal, (either) =>
      abortable(tokens.accessToken(), either),
    );
    const bytes = accessToken.length;
    if (profile.flow === 'authorizationCode')
      return passed({ key: 'token-of-person', facts: { as: await this.#signedInAs(), bytes } });
    const endsAt = tokens.validUntil(accessToken);
    const seconds = endsAt === null ? null : Math.max(0, Math.round((endsAt - clock.now()) / 1_000));
    return passed({ key: 'token-given', facts: { way: profile.clientAuthentication, seconds, bytes } });
  }

  async permissions(): Promise<CheckOutcome> {
    const { report } = await requestAccess({ ...this.#options, service: this.#timedService }, 0, this.#signal);
    this.domain = report.domainId;
    return passed({ key: 'permissions-read', facts: { domain: report.domainId, resources: report.resources.length } });
  }

  /** {base_url}/iot-connect/subscription-inventory/v2/search: `docs/service.md` §7.1. */
  async search(): Promise<CheckOutcome> {
    const { profile, tokens } = this.#options;
    const request = {
      what: 'search',
      profile,
      tokens,
      service: this.#timedService,
      method: 'POST',
      path: SEARCH_PATH,
      body: JSON.stringify({ limit: 1 }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
    } as const;
    const reply = await authorizedRequest(request, this.#signal);
    const answer = parseSearchResponse(reply.text);
    if (answer.kind !== 'answer') throw unexpectedReply(request, reply);
    return passed({ key: 'search-answered', facts: { totalHits: answer.totalHits } });
  }

  async #send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
    const { service, clock } = this.#options;
    const askedAt = clock.now();
    const reply = await service.send(request, signal);
    // The service answered between request and reply, and its header truncates to whole seconds.
    if (reply.serviceTime !== null) this.offsets.push(reply.serviceTime + 500 - (askedAt + clock.now()) / 2);
    return reply;
  }

  async #signedInAs(): Promise<string | null> {
    const grant = await this.#options.grants.read(this.#signal);
    return grant.kind === 'authorization-code' ? grant.current.as : null;
  }
}
