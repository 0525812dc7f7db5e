/**
 * The documented endpoints over HTTP. Each reads the token, asks the permission rule, and hands on. Bodies of errors
 * are not documented: here always `{ "error": code, "message": sentence }`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { assertNever } from '../src-shared/lib/assert-never.ts';
import { missingRights, type RequiredRights } from '../src-shared/domain/permission.ts';
import type { Rights } from './configuration/configuration.ts';
import type { Settings } from './configuration/settings.ts';
import type { Domain } from './domain.ts';
import type { Issuer } from './issuer.ts';
import { loginPage } from './login-page.ts';
import { type Begun, idTypeSchema, localizeBodySchema, modeBodySchema, servicePolicyBodySchema } from './triggers.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Caller {
  readonly account: string;
  readonly rights: Rights;
  readonly domain: Domain;
  /** UTC epoch ms. */
  readonly tokenEndsAt: number;
}

export interface ServiceParts {
  readonly issuer: Issuer;
  readonly settings: Settings;
  /** By id. */
  readonly domains: ReadonlyMap<string, Domain>;
}

export function addServiceRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { issuer, settings, domains } = parts;

  const callerOf = async (request: FastifyRequest): Promise<Caller> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined)
      throw new Refusal(401, 'unauthorized', 'An access token is needed: Authorization: Bearer.');
    const holder = await issuer.accountOf(token);
    const rights = holder === null ? undefined : settings.rightsOf(holder.account);
    const domain = rights && domains.get(rights.domainId);
    if (holder === null || rights === undefined || domain === undefined)
      throw new Refusal(401, 'invalid_token', 'The access token is invalid, revoked or expired.');
    return { account: holder.account, rights, domain, tokenEndsAt: holder.expiresAt };
  };

  const authorizedCaller = async (request: FastifyRequest, needed: RequiredRights): Promise<Caller> => {
    const caller = await callerOf(request);
    const missing = missingRights(caller.rights, needed);
    if (missing.length > 0) throw new Refusal(403, 'forbidden', `The access token lacks ${missing.join(' and ')}.`);
    return caller;
  };

  app.get('/identity-access-management/token-permissions', async (request) => (await callerOf(request)).rights);

  app.post('/iot-connect/subscription-inventory/v2/search', async (request) => {
    const { domain } = await authorizedCaller(request, settings.requiredRights.search);
    return domain.search.search(request.body);
  });

  app.get('/connect/subscribe', async (request, reply) => {
    const caller = await authorizedCaller(request, settings.requiredRights.subscribe);
    const { stream } = caller.domain;
    const admission = stream.admit();
    if (admission.kind === 'refused')
      throw new Refusal(admission.status, 'seat_taken', 'Another subscriber is connected for this domain.');
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
    '/iot-connect/subscriptions/v1/euiccs/:eid/localize',
    async (request, reply) => {
      const { triggers } = (await authorizedCaller(request, settings.requiredRights.localize)).domain;
      const body = parse(localizeBodySchema, request.body ?? {});
      const { eid } = request.params;
      return reply.status(202).send(accepted('eUICC', eid, triggers.localize(eid, body)));
    },
  );

  const change = '/iot-connect/subscriptions/v1/connectivity-subscriptions/change/:idType/:id';
  app.post<{ Params: { idType: string; id: string } }>(`${change}/mode`, async (request, reply) => {
    const { account, domain } = await authorizedCaller(request, settings.requiredRights.mode);
    const { targetState } = parse(modeBodySchema, request.body);
    const idType = parse(idTypeSchema, request.params.idType);
    const { id } = request.params;
    const begun = domain.triggers.change(idType, id, { kind: 'state', target: targetState }, account);
    return reply.status(202).send(accepted('subscription', id, begun));
  });

  app.post<{ Params: { idType: string; id: string } }>(`${change}/service-policy`, async (request, reply) => {
    const { account, domain } = await authorizedCaller(request, settings.requiredRights.servicePolicy);
    const { targetPackage } = parse(servicePolicyBodySchema, request.body);
    const idType = parse(idTypeSchema, request.params.idType);
    const { id } = request.params;
    const begun = domain.triggers.change(idType, id, { kind: 'package', target: targetPackage }, account);
    return reply.status(202).send(accepted('subscription', id, begun));
  });
}

/** The sign-in page of the authorization-code flow. */
export function addLoginRoutes(app: FastifyInstance, { issuer, settings }: Omit<ServiceParts, 'domains'>): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
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
      throw new Refusal(400, 'no_login', 'No sign-in is under way here. Start again from the application.');
    }
  };

  app.get(path, async (request, reply) => {
    await mustBeUnderWay(request, reply.raw);
    return reply.headers(headers).send(loginPage({ action: issuer.seenPath(request.url), username: '', error: null }));
  });

  app.post(path, async (request, reply) => {
    await mustBeUnderWay(request, reply.raw);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const username = form.get('username') ?? '';
    const cancelled = form.get('choice') === 'cancel';
    if (!cancelled && !settings.isPasswordOf(username, form.get('password') ?? '')) {
      const page = loginPage({
        action: issuer.seenPath(request.url),
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

/** The answer to a trigger; what it says is not documented. */
function accepted<What extends object>(thing: string, id: string, begun: Begun<What>): { status: 'ACCEPTED' } & What {
  switch (begun.kind) {
    case 'begun':
      return { status: 'ACCEPTED', ...begun.what };
    case 'unknown':
      throw new Refusal(404, 'not_found', `There is no ${thing} ${id}.`);
    case 'impossible':
      throw new Refusal(409, 'conflict', begun.message);
    default:
      return assertNever(begun);
  }
}

export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal(400, 'bad_request', z.prettifyError(parsed.error));
  return parsed.data;
}
