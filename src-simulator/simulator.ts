/**
 * The upstream service in miniature: start reading here. It stands alone (`command.ts`) and is embedded by Practice
 * and by tests. It knows nothing of the program that watches it.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ServiceClock, systemTime, timeFrom, type TimeSource } from './clock.ts';
import { addControlRoutes } from './control/control-routes.ts';
import type { Configuration, Variants } from './configuration/configuration.ts';
import { definedOf } from './configuration/defined.ts';
import { Settings } from './configuration/settings.ts';
import { clients, users, defaultConfiguration } from './configuration/default-configuration.ts';
import { createControl, type SimulatorControl } from './control/control.ts';
import { type Domain, openDomain } from './domain.ts';
import { RequestMiddleware } from './http/request-middleware.ts';
import { unprefixed, withoutPrefix } from './http/prefixes.ts';
import type { ShapedResponse } from './http/shaped-response.ts';
import { CooperativeScheduler } from './fleet/cooperative-scheduler.ts';
import { createApp, refuseOtherMethods } from './http-errors.ts';
import { Journal } from './http/journal.ts';
import { ContractChecker } from './contract-report/contract-checker.ts';
import { Issuer, DEFAULT_TOKEN_SECONDS } from './issuer.ts';
import { type Addresses, listen, type Listening, serverFor } from './listening.ts';
import { ManualTime } from './manual-time.ts';
import { Random } from './random.ts';
import type { ReplayOptions } from './replay/replay.ts';
import type { SharedService } from './scenario-player.ts';
import { NO_SCENARIO } from './scenarios.ts';
import { addLoginRoutes, addServiceRoutes } from './service-routes.ts';

export interface SimulatorOptions extends Partial<Variants>, Listening {
  /** Default: two domains with made-up companies. */
  readonly configuration?: Configuration;
  /** Of the first domain: one of `scenarios`; `none` is for all: no events but those of the session. Default `calm-shift`. */
  readonly scenario?: string;
  /** Same seed, same fleet and events. Default 1. */
  readonly seed?: number;
  /** 60 makes an hour pass in a minute: heartbeats, sessions, tokens, scenarios. Timestamps stay true. Default 1. */
  readonly timeScale?: number;
  /** Of the first domain. Default 250 000, at most a million. */
  readonly subscriptions?: number;
  /** One line for each request, without secrets. */
  readonly log?: (line: string) => void;
  /** A recorded night, played in the first domain instead of a scenario. */
  readonly replay?: ReplayOptions;
  /** UTC epoch ms at which the service's time begins. Default: now. */
  readonly startTime?: number;
  /** `manual`: time stands still until `control.advance` winds it on. Default `system`. */
  readonly clock?: ClockKind;
  /** For tests, which wind it on themselves. */
  readonly time?: TimeSource;
}

export const clockKinds = ['system', 'manual'] as const;
export type ClockKind = (typeof clockKinds)[number];

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Simulator {
  /** Where it listens; a proxy may call it otherwise. */
  readonly origin: string;
  readonly profile: Pick<Addresses, 'baseUrl' | 'eventsUrl' | 'authUrl'> & { readonly realm: string };
  /** Client credentials with basic and with post, the same with few rights, and those of the code flow. */
  readonly clients: {
    readonly basic: Credentials;
    readonly post: Credentials;
    readonly limited: Credentials;
    /** Of the second domain. */
    readonly ports: Credentials;
    readonly browser: { readonly clientId: string };
    readonly confidential: Credentials;
  };
  /** The first may do everything, the second may watch the stream only, the third is of the second domain. */
  readonly users: readonly { readonly username: string; readonly password: string }[];
  /** The first. */
  readonly domainId: string;
  readonly control: SimulatorControl;
  /** Cuts every connection at once. */
  stop(): Promise<void>;
}

/**
 * @throws UnmetDemand for an unknown scenario, with the known ones.
 * @throws UnplayableFile where the replay is none.
 * @throws the system's error where the place cannot be had: {@link listen}.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const time = timeOf(options);
  const clock = new ServiceClock(time, options.timeScale ?? 1);
  const settings = new Settings(configurationOf(options));
  const scheduler = new CooperativeScheduler();

  // The issuer must know its own address, so the server listens before there is anything to serve.
  let serve: (request: IncomingMessage, response: ShapedResponse) => void = answerNotReady;
  const whenStill = time instanceof ManualTime ? time.whenIdle.bind(time) : (act: () => void) => act();
  const server = serverFor(options, (request, response) => whenStill(() => serve(request, response)));
  const stop = stopper(server);
  try {
    const addresses = await listen(server, options);
    const issuer = new Issuer(addresses, clock, settings);
    const accountOf = async (token: string) => (await issuer.accountOf(token))?.account ?? null;
    const checker = new ContractChecker(clock);
    const journal = new Journal({
      clock,
      secrets: () => secretsOf(settings),
      accountOf,
      domainOf: (account) => settings.rightsOf(account)?.domainId ?? null,
      watch: (exchange) => checker.observe(exchange),
    });
    const middleware = new RequestMiddleware({
      clock,
      journal,
      random: new Random(options.seed ?? 1).fork('door'),
      accountOf,
    });
    const [first, ...others] = settings.configuration.domains.map((domain, place) =>
      openDomain(domain, {
        settings,
        clock,
        scheduler,
        seed: options.seed ?? 1,
        place,
        service: sharedService({ middleware, issuer, isFirst: place === 0 }),
      }),
    );
    if (first === undefined) throw new RangeError('A service has at least one domain.');
    const domains = new Map([first, ...others].map((domain): [string, Domain] => [domain.id, domain]));
    const control = createControl({
      first,
      domains,
      middleware,
      issuer,
      journal,
      checker,
      settings,
      time,
    });
    for (const { id, scenario = DEFAULT_SCENARIO } of settings.configuration.domains)
      domains.get(id)?.player.play(scenario);
    if (options.replay !== undefined) await control.replay(options.replay);

    const app = createApp();
    const refuse = refuseOtherMethods(app);
    addServiceRoutes(app, { issuer, settings, domains, clock });
    addLoginRoutes(app, { issuer, settings });
    const { realm } = settings.configuration;
    addControlRoutes(app, control, { listening: options, addresses: { ...addresses, realm } });
    app.after(refuse);
    await app.ready();

    const prefixes = { ...unprefixed, ...options.prefixes };
    serve = (request, response) => {
      logRequest(request, response, options.log);
      // From here on paths are the document's; what was sent stays where servers of this kind look for it.
      const originalUrl = request.url ?? '/';
      Object.assign(request, { originalUrl, url: withoutPrefix(originalUrl, prefixes) });
      middleware.receive(request, response, () => {
        const path = request.url ?? '';
        if (path.startsWith(`${issuer.mount}/`) && !path.startsWith(`${issuer.mount}/login/`))
          issuer.serve(request, response);
        else app.routing(request, response);
      });
    };

    return {
      origin: addresses.origin,
      profile: {
        baseUrl: addresses.baseUrl,
        eventsUrl: addresses.eventsUrl,
        authUrl: addresses.authUrl,
        realm: settings.configuration.realm,
      },
      clients,
      users,
      domainId: first.id,
      control,
      stop: () => {
        for (const domain of domains.values()) domain.stop();
        scheduler.stop();
        journal.stop();
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const DEFAULT_SCENARIO = 'calm-shift';

function timeOf({ time, clock = 'system', startTime }: SimulatorOptions): TimeSource {
  if (time !== undefined) return time;
  if (clock === 'manual') return new ManualTime(startTime ?? Date.now());
  return startTime === undefined ? systemTime : timeFrom(startTime);
}

function configurationOf(options: SimulatorOptions): Configuration {
  const given = options.configuration ?? defaultConfiguration;
  const { variants } = given;
  const { secondSubscriber, itemShape, detailedMessage, accessTokens, subscriptions, scenario } = options;
  return {
    ...given,
    domains: given.domains.map((domain, place) => ({
      ...domain,
      ...(place === 0 &&
        subscriptions !== undefined && { subscriptions: Math.max(subscriptions, domain.rows?.length ?? 0) }),
      ...(domain.variants !== undefined && {
        variants: { ...domain.variants, ...definedOf({ secondSubscriber, itemShape, detailedMessage }) },
      }),
      ...((place === 0 || scenario === NO_SCENARIO) && scenario !== undefined && { scenario }),
    })),
    variants: { ...variants, ...definedOf({ secondSubscriber, itemShape, detailedMessage, accessTokens }) },
  };
}

function* secretsOf(settings: Settings): Iterable<string> {
  for (const { clientSecret } of settings.clients()) if (clientSecret !== null) yield clientSecret;
  for (const { password } of settings.users()) yield password;
}

/** The issuer and the door are as the first domain's scenario wants them. */
function sharedService({
  middleware,
  issuer,
  isFirst,
}: {
  middleware: RequestMiddleware;
  issuer: Issuer;
  isFirst: boolean;
}): SharedService {
  return {
    applyConditions({ tokenSeconds = DEFAULT_TOKEN_SECONDS }) {
      if (!isFirst) return;
      middleware.plans.forgetAll();
      issuer.tokenSeconds = tokenSeconds;
    },
    planFault: (plan) => void middleware.plans.add(plan),
    revokeTokens: () => issuer.revokeAccessTokens(),
  };
}

function answerNotReady(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1' }).end();
}

function stopper(server: Server): () => Promise<void> {
  let stopped: Promise<void> | null = null;
  return () => {
    stopped ??= new Promise((resolve) => {
      // Its only error is that it was not listening: nothing to close then.
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return stopped;
  };
}

function logRequest(request: IncomingMessage, response: ServerResponse, log: SimulatorOptions['log']): void {
  if (log === undefined) return;
  // Without the query: it can hold codes and states of a sign-in.
  const path = (request.url ?? '').split('?', 1)[0];
  const { method } = request;
  response.on('close', () => log(`${method} ${path} ${response.headersSent ? response.statusCode : 'no answer'}`));
}
