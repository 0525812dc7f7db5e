/**
 * The upstream service in miniature: start reading here. It stands alone (`command.ts`) and is embedded by Practice
 * and by tests. It listens on 127.0.0.1 only, and knows nothing of the program that watches it.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { clients, DOMAIN_ID, REALM, users } from './accounts.ts';
import { ServiceClock, systemTime, type TimeSource } from './clock.ts';
import { addControlRoutes } from './control-routes.ts';
import { createControl, type SimulatorControl } from './control.ts';
import { Door } from './door.ts';
import { Fleet } from './fleet.ts';
import { Issuer, MOUNT, type AccessTokenFormat } from './issuer.ts';
import { NotificationStream, type SecondSubscriberRule } from './notification-stream.ts';
import { Random } from './random.ts';
import { ScenarioPlayer, type DetailShape } from './scenario-player.ts';
import { SearchRefusal, SubscriptionSearch, type ItemShape } from './search.ts';
import { addLoginRoutes, addServiceRoutes, Refusal } from './service-routes.ts';
import { Triggers } from './triggers.ts';

export interface SimulatorOptions {
  /** 0, the default: any free one. */
  readonly port?: number;
  /** One of `scenarios`, or `none`: no events but those of the session. Default `calm-shift`. */
  readonly scenario?: string;
  /** Same seed, same fleet and events. Default 1. */
  readonly seed?: number;
  /** 60 makes an hour pass in a minute: heartbeats, sessions, tokens, scenarios. Timestamps stay true. Default 1. */
  readonly timeScale?: number;
  /** Default 250 000, at most a million. */
  readonly subscriptions?: number;
  /** Default `refuse-409`. */
  readonly secondSubscriber?: SecondSubscriberRule;
  /** Default `nested`. */
  readonly itemShape?: ItemShape;
  /** `detailedMessage` as JSON in a text (default) or as a nested object. */
  readonly detailedMessage?: DetailShape;
  /** Default `jwt`. */
  readonly accessTokens?: AccessTokenFormat;
  /** One line for each request, without secrets. */
  readonly log?: (line: string) => void;
  /** For tests. */
  readonly time?: TimeSource;
}

export interface Simulator {
  readonly origin: string;
  readonly profile: {
    readonly baseUrl: string;
    readonly eventsUrl: string;
    readonly authUrl: string;
    readonly realm: string;
  };
  /** Client credentials with basic and with post, the same with few rights, and those of the code flow. */
  readonly clients: {
    readonly basic: { readonly clientId: string; readonly clientSecret: string };
    readonly post: { readonly clientId: string; readonly clientSecret: string };
    readonly limited: { readonly clientId: string; readonly clientSecret: string };
    readonly browser: { readonly clientId: string };
    readonly confidential: { readonly clientId: string; readonly clientSecret: string };
  };
  /** The first may do everything, the second may watch the stream only. */
  readonly users: readonly { readonly username: string; readonly password: string }[];
  readonly domainId: string;
  readonly control: SimulatorControl;
  /** Cuts every connection at once. */
  stop(): Promise<void>;
}

/**
 * @throws RangeError for an unknown scenario, with the known ones.
 * @throws the system's error where the port cannot be had (`EADDRINUSE`, `EACCES`).
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const clock = new ServiceClock(options.time ?? systemTime, options.timeScale ?? 1);
  const random = new Random(options.seed ?? 1);
  const fleet = new Fleet(options.seed ?? 1, options.subscriptions ?? 250_000, clock.now());
  const door = new Door(clock);

  // The issuer must know its own address, so the server listens before there is anything to serve.
  let serve = answerNotReady;
  const server = createServer((request, response) => serve(request, response));
  const stop = stopper(server);
  try {
    const origin = await listen(server, options.port ?? 0);
    const issuer = new Issuer(origin, clock, options.accessTokens ?? 'jwt');
    const stream: NotificationStream = new NotificationStream(
      clock,
      random.fork('stream'),
      options.secondSubscriber ?? 'refuse-409',
      () => player.begin(),
    );
    const player = new ScenarioPlayer({
      clock,
      random: random.fork('scenario'),
      fleet,
      stream,
      door,
      issuer,
      detailShape: options.detailedMessage ?? 'text',
    });
    const triggerRandom = random.fork('triggers');
    const triggers = new Triggers(fleet, clock, triggerRandom, player.stageFor(triggerRandom));
    const search = new SubscriptionSearch(fleet, clock, random.fork('search'), options.itemShape ?? 'nested');
    const control = createControl({ stream, door, issuer, player });
    player.play(options.scenario ?? 'calm-shift');

    const app = createApp();
    addServiceRoutes(app, { issuer, search, stream, triggers });
    addLoginRoutes(app, issuer);
    addControlRoutes(app, control);
    await app.ready();

    serve = (request, response) => {
      noteInLog(request, response, options.log);
      if (door.receive(request, response)) return;
      const path = request.url ?? '';
      if (path.startsWith(`${MOUNT}/`) && !path.startsWith(`${MOUNT}/login/`)) issuer.serve(request, response);
      else app.routing(request, response);
    };

    return {
      origin,
      profile: { baseUrl: origin, eventsUrl: origin, authUrl: origin, realm: REALM },
      clients,
      users,
      domainId: DOMAIN_ID,
      control,
      stop: () => {
        player.stop();
        triggers.stop();
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function answerNotReady(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1' }).end();
}

function createApp(): FastifyInstance {
  const app = fastify({
    // A HEAD of the stream would take the seat.
    exposeHeadRoutes: false,
    // The control takes events of any size; the service itself is asked nothing large.
    bodyLimit: 64 * 1024 * 1024,
  });
  app.setErrorHandler((error: FastifyError | Refusal | SearchRefusal | RangeError, _request, reply) => {
    const { status, code } = statusOf(error);
    if (status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"');
    return reply.status(status).send({ error: code, message: error.message });
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .send({ error: 'not_found', message: `There is no ${request.method} ${request.url.split('?')[0]}.` }),
  );
  return app;
}

function statusOf(error: FastifyError | Refusal | SearchRefusal | RangeError): { status: number; code: string } {
  if (error instanceof Refusal) return { status: error.status, code: error.code };
  // A RangeError tells of a scenario that does not exist.
  if (error instanceof SearchRefusal || error instanceof RangeError) return { status: 400, code: 'bad_request' };
  const status = ('statusCode' in error && error.statusCode) || 500;
  return { status, code: status < 500 ? 'bad_request' : 'internal_error' };
}

/** Returns the origin: the port is known only now where any would do. */
async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no TCP port.');
  return `http://127.0.0.1:${address.port}`;
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

function noteInLog(request: IncomingMessage, response: ServerResponse, log: SimulatorOptions['log']): void {
  if (log === undefined) return;
  // Without the query: it can hold codes and states of a sign-in.
  const path = (request.url ?? '').split('?', 1)[0];
  const { method } = request;
  response.on('close', () => log(`${method} ${path} ${response.headersSent ? response.statusCode : 'no answer'}`));
}
