/** A small version of the upstream service; start reading here. Does not depend on the program that watches it. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ServiceClock, systemTime, timeFrom, type TimeSource } from './clock.ts';
import { addControlRoutes } from './control-routes.ts';
import type { Configuration, User, Variants, Listening } from './configuration/configuration.ts';
import { definedOf } from './configuration/defined.ts';
import { type GivenSettings, settingTable } from './configuration/setting-table.ts';
import { Settings } from './configuration/settings.ts';
import { clients, users, defaultConfiguration } from './configuration/default-configuration.ts';
import { createControl, type SimulatorControl } from './control/control.ts';
import { unprefixed, withoutPrefix } from './http/prefixes.ts';
import type { ShapedResponse } from './http/shaped-response.ts';
import { addStatusPageRoutes, INCIDENTS_PATH } from './service/status-page.ts';
import { createApp, refuseOtherMethods } from './service/http-errors.ts';
import { Issuer } from './issuer/issuer.ts';
import { type Addresses, listen, serverFor } from './listening.ts';
import { ManualTime } from './manual-time.ts';
import { Replay, type ReplayOptions } from './scenarios/replay.ts';
import { openService } from './running-service.ts';
import { NO_SCENARIO } from './configuration/scenario-list.ts';
import { addLoginRoutes, addServiceRoutes } from './service-routes.ts';

export interface SimulatorOptions
  extends
    Partial<Variants>,
    Listening,
    Pick<GivenSettings, 'seed' | 'timeScale' | 'subscriptions' | 'startTime' | 'clock'> {
  readonly configuration?: Configuration;
  /** Scenario of the first domain, a name from `scenarios`. `none` applies to all domains: only session events. */
  readonly scenario?: string;
  /** Receives one line for each request, without secrets. */
  readonly log?: (line: string) => void;
  readonly replay?: ReplayOptions;
  readonly time?: TimeSource;
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Simulator {
  /** Address that the server listens on. The public address of a proxy may differ. */
  readonly origin: string;
  readonly profile: Pick<Addresses, 'baseUrl' | 'eventsUrl' | 'authUrl'> & { readonly realm: string };
  readonly clients: Readonly<Record<Exclude<keyof typeof clients, 'browser'>, Credentials>> & {
    readonly browser: Pick<Credentials, 'clientId'>;
  };
  /** The first may do everything, the second may only open the stream, the third belongs to the second domain. */
  readonly users: readonly Pick<User, 'username' | 'password'>[];
  readonly domainId: string;
  /** Address of the provider's public status page, as JSON. */
  readonly statusPage: string;
  readonly control: SimulatorControl;
  stop(): Promise<void>;
}

/** @throws Refusal for an unknown scenario or replay, and the errors of {@link listen} */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { seed = settingTable.seed.default, timeScale = settingTable.timeScale.default } = options;
  const time = timeOf(options);
  const clock = new ServiceClock(time, timeScale);
  const settings = new Settings(configurationOf(options));

  // The issuer needs its own address, so the server listens before the routes exist.
  let serve: (request: IncomingMessage, response: ShapedResponse) => void = respondNotReady;
  const whenStill = time instanceof ManualTime ? time.whenIdle.bind(time) : (act: () => void) => act();
  const server = serverFor(options, (request, response) => whenStill(() => serve(request, response)));
  const stop = stopper(server);
  try {
    const addresses = await listen(server, options);
    const issuer = new Issuer(addresses, clock, settings);
    const openedReplay = async () => (options.replay === undefined ? null : Replay.open(options.replay));
    const begin = (replay: Replay | null) => openService({ issuer, settings, time, timeScale, seed }, replay);
    let service = begin(await openedReplay());
    const startOver = async () => {
      const replay = await openedReplay();
      await new Promise<void>((resolve) => whenStill(resolve));
      service.stop();
      time.restart?.();
      settings.restart();
      issuer.restart();
      service = begin(replay);
    };
    const control = createControl({ service: () => service, issuer, settings, time, startOver });

    const app = createApp();
    const refuse = refuseOtherMethods(app);
    addServiceRoutes(app, { issuer, settings, clock, domainOf: (id) => service.domains.get(id) });
    addLoginRoutes(app, { issuer, settings });
    addStatusPageRoutes(app, () => ({
      scenario: service.first.player.scenarioName,
      startedAt: service.startedAt,
      now: clock.now(),
      origin: addresses.origin,
    }));
    const { realm } = settings.configuration;
    addControlRoutes(app, control, { listening: options, addresses: { ...addresses, realm } });
    app.after(refuse);
    await app.ready();

    const prefixes = { ...unprefixed, ...options.prefixes };
    serve = (request, response) => {
      logRequest(request, response, options.log);
      // From here on `url` is the documented path. Other code reads the sent path from `originalUrl`.
      const originalUrl = request.url ?? '/';
      Object.assign(request, { originalUrl, url: withoutPrefix(originalUrl, prefixes) });
      service.middleware.receive(request, response, () => {
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
      domainId: service.first.id,
      statusPage: addresses.origin + INCIDENTS_PATH,
      control,
      stop: () => {
        service.stop();
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function timeOf({ time, clock = 'system', startTime }: SimulatorOptions): TimeSource {
  if (time !== undefined) return time;
  if (clock === 'manual') return new ManualTime(startTime ?? Date.now());
  return startTime === undefined ? systemTime : timeFrom(startTime);
}

function configurationOf(options: SimulatorOptions): Configuration {
  const given = options.configuration ?? defaultConfiguration;
  const { variants } = given;
  const { subscriptions, scenario, accessTokens, tokenSeconds } = options;
  const { secondSubscriber, itemShape, detailedMessage, pageSize, maxLimit, lastPage } = options;
  const ofDomains = definedOf({ secondSubscriber, itemShape, detailedMessage, pageSize, maxLimit, lastPage });
  return {
    ...given,
    domains: given.domains.map((domain, index) => ({
      ...domain,
      ...(index === 0 &&
        subscriptions !== undefined && { subscriptions: Math.max(subscriptions, domain.rows?.length ?? 0) }),
      ...(domain.variants !== undefined && {
        variants: { ...domain.variants, ...ofDomains },
      }),
      ...((index === 0 || scenario === NO_SCENARIO) && scenario !== undefined && { scenario }),
    })),
    variants: { ...variants, ...ofDomains, ...definedOf({ accessTokens, tokenSeconds }) },
  };
}

function respondNotReady(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1' }).end();
}

function stopper(server: Server): () => Promise<void> {
  let stopped: Promise<void> | null = null;
  return () => {
    stopped ??= new Promise((resolve) => {
      // The only possible error is that the server was not listening, and then there is nothing to close.
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return stopped;
  };
}

function logRequest(request: IncomingMessage, response: ServerResponse, log: SimulatorOptions['log']): void {
  if (log === undefined) return;
  // The query is left out because it can hold the code and state of a sign-in.
  const path = (request.url ?? '').split('?', 1)[0];
  const { method } = request;
  response.on('close', () => log(`${method} ${path} ${response.headersSent ? response.statusCode : 'no answer'}`));
}
