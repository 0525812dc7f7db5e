/** Reads the token, checks the permissions and calls the domain. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { assertNever } from '../src-shared/lib/assert-never.ts';
import { missingRights, type RequiredRights } from '../src-shared/domain/profile/permission.ts';
import type { ServiceClock } from './clock.ts';
import type { Rights } from './configuration/configuration.ts';
import type { Settings } from './configuration/settings.ts';
import type { Domain } from './domain.ts';
import { routeOf } from './http/endpoints.ts';
import { SEAT_TAKEN } from './http/response-observer.ts';
import { FORM_TYPE } from './service/http-errors.ts';
import type { Issuer } from './issuer/issuer.ts';
import { loginPage } from './issuer/login-page.ts';
import type { RequestedChange } from './model/subscription-changes.ts';
import { parse, Refusal } from './service/refusal.ts';
import {
  type TriggerResult,
  idTypeSchema,
  localizeBodySchema,
  modeBodySchema,
  servicePolicyBodySchema,
} from './scenarios/triggers.ts';

/** The document encourages caching "with a short time-to-live" without a number. */
const PERMISSIONS_FRESH_MS = 10_000;

interface Caller {
  readonly account: string;
  readonly rights: Rights;
  readonly domain: Domain;
  readonly tokenEndsAt: number;
}

export interface ServiceParts {
  readonly issuer: Issuer;
  readonly settings: Settings;
  readonly domainOf: (id: string) => Domain | undefined;
  readonly clock: ServiceClock;
}

export function addServiceRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { issuer, settings, domainOf, clock } = parts;
  const callers = new WeakMap<FastifyRequest, Caller>();

  // Runs before the body is read, so that unauthorized callers learn nothing about mistakes in it.
  const readToken = async (request: FastifyRequest): Promise<void> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined)
      throw new Refusal(401, 'unauthorized', 'An access token is required: Authorization: Bearer.', {
        // RFC 6750 3.1: no error code if there was no token.
        'www-authenticate': `Bearer realm="${settings.configuration.realm}"`,
      });
    const holder = await issuer.accountOf(token);
    const rights = holder === null ? undefined : settings.rightsOf(holder.account);
    const domain = rights && domainOf(rights.domainId);
    if (holder === null || rights === undefined || domain === undefined)
      throw new Refusal(401, 'invalid_token', 'The access token is invalid, revoked or expired.', {
        'www-authenticate': 'Bearer error="invalid_token"',
      });
    callers.set(request, { account: holder.account, rights, domain, tokenEndsAt: holder.expiresAt });
  };

  const callerOf = (request: FastifyRequest): Caller => {
    const caller = callers.get(request);
    if (caller === undefined) throw new Error(`${request.url} does not read the token.`);
    return caller;
  };

  /** Checks the rights on each request, because they may change while the simulator runs. */
  const guarded = (needed: () => RequiredRights) => ({
    onRequest: async (request: FastifyRequest) => {
      await readToken(request);
      const missing = missingRights(callerOf(request).rights, needed());
      if (missing.length > 0) throw new Refusal(403, 'forbidden', `The access token lacks ${missing.join(' and ')}.`);
    },
  });

  app.get(routeOf('permissions'), { onRequest: readToken }, async (request, reply) => {
    const { rights } = callerOf(request);
    const etag = `"${createHash('sha256').update(JSON.stringify(rights)).digest('base64url')}"`;
    const maxAge = Math.floor(clock.realMs(PERMISSIONS_FRESH_MS) / 1000);
    // The answer depends on the token, so a cache must distinguish tokens.
    void reply.headers({ 'cache-control': `private, max-age=${maxAge}`, vary: 'Authorization', etag });
    return request.headers['if-none-match'] === etag ? reply.status(304).send() : rights;
  });

  app.post(
    routeOf('search'),
    guarded(() => settings.requiredRights.search),
    async (request) => callerOf(request).domain.search.search(request.body),
  );

  // A HEAD request would take the seat.
  const subscribing = { exposeHeadRoute: false, ...guarded(() => settings.requiredRights.subscribe) };
  app.get(routeOf('subscribe'), subscribing, async (request, reply) => {
    const caller = callerOf(request);
    const { stream } = caller.domain;
    const admission = stream.admit();
    if (admission.kind === 'refused')
      throw new Refusal(admission.status, SEAT_TAKEN, 'Another subscriber is connected for this domain.');
    reply.hijack();
    if (admission.kind === 'ended-at-once') {
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).end();
      return;
    }
    const lastEventId = request.headers['last-event-id'];
    stream.open(
      reply.raw,
      { account: caller.account, lastEventId: typeof lastEventId === 'string' ? lastEventId : null },
      caller.tokenEndsAt,
    );
  });

  app.post<{ Params: { eid: string } }>(
    routeOf('localize'),
    guarded(() => settings.requiredRights.localize),
    async (request, reply) => {
      const { triggers } = callerOf(request).domain;
      const body = parse(localizeBodySchema, request.body ?? {});
      const { eid } = request.params;
      return reply.status(202).send(accepted('eUICC', eid, triggers.localize(eid, body)));
    },
  );

  const changes = [
    ['mode', 'mode', modeBodySchema.transform((body) => ({ kind: 'state', target: body.targetState }) as const)],
    [
      'service-policy',
      'servicePolicy',
      servicePolicyBodySchema.transform((body) => ({ kind: 'package', target: body.targetPackage }) as const),
    ],
  ] as const;
  for (const [name, right, schema] of changes)
    app.post<{ Params: { idType: string; id: string } }>(
      routeOf(name),
      guarded(() => settings.requiredRights[right]),
      async (request, reply) => {
        const { account, domain } = callerOf(request);
        const change = parse<z.ZodType<RequestedChange>>(schema, request.body);
        const idType = parse(idTypeSchema, request.params.idType);
        const { id } = request.params;
        return reply
          .status(202)
          .send(accepted('subscription', id, domain.triggers.change(idType, id, change, account)));
      },
    );
}

/** Adds the sign-in page of the authorization-code flow, the only route that accepts a form. */
export function addLoginRoutes(root: FastifyInstance, parts: Pick<ServiceParts, 'issuer' | 'settings'>): void {
  void root.register((app, _, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    addLoginPage(app, parts);
    done();
  });
}

function addLoginPage(app: FastifyInstance, { issuer, settings }: Pick<ServiceParts, 'issuer' | 'settings'>): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  };
  const path = `${issuer.mount}/login/:uid`;

  const mustBeUnderWay = async (request: FastifyRequest, response: Parameters<Issuer['loginUnderWay']>[1]) => {
    try {
      await issuer.loginUnderWay(request.raw, response);
    } catch {
      throw new Refusal(400, 'no_login', 'No sign-in in progress. Start again from the application.');
    }
  };

  app.get(path, async (request, reply) => {
    await mustBeUnderWay(request, reply.raw);
    return reply
      .headers(headers)
      .send(loginPage({ action: issuer.publicPath(request.url), username: '', error: null }));
  });

  app.post(path, async (request, reply) => {
    await mustBeUnderWay(request, reply.raw);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const username = form.get('username') ?? '';
    const cancelled = form.get('choice') === 'cancel';
    if (!cancelled && !settings.isPasswordOf(username, form.get('password') ?? '')) {
      const page = loginPage({
        action: issuer.publicPath(request.url),
        username,
        error: 'The user name or the password is wrong.',
      });
      return reply.status(401).headers(headers).send(page);
    }
    reply.hijack();
    await issuer.finishLogin(request.raw, reply.raw, cancelled ? null : username);
    return reply;
  });
}

function accepted<What extends object>(
  thing: string,
  id: string,
  result: TriggerResult<What>,
): { status: 'ACCEPTED' } & What {
  switch (result.kind) {
    case 'begun':
      return { status: 'ACCEPTED', ...result.what };
    case 'unknown':
      throw new Refusal(404, 'not_found', `There is no ${thing} ${id}.`);
    case 'impossible':
      throw new Refusal(409, 'conflict', result.message);
    default:
      return assertNever(result);
  }
}
