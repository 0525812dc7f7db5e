/** Serves page and API. Checks every request before anything else handles it (`docs/access-guard.md`). */
import type { IncomingMessage } from 'node:http';
import type { Backend } from '../../core/backend.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import {
  checkRequest,
  checkUpgrade,
  ownHosts,
  pathOf,
  type Refusal,
  type RequestHead,
  singleHeader,
} from './access-guard.ts';
import type { ExportSource } from './export-response.ts';
import { Launch } from './launch.ts';
import { launchWords } from './launch-page.ts';
import { listenOnLoopback } from './loopback-listener.ts';
import { PageKeys } from './page-keys.ts';
import { needsSession } from './public-routes.ts';
import { RateLimitedLog } from './rate-limited-log.ts';
import { refuseRequest, refuseSocket } from './refusal.ts';
import { Sessions } from './sessions.ts';
import { readBuiltPage } from './static-files.ts';

export interface WebHostOptions {
  readonly port: number;
  readonly application: Backend;
  readonly exports?: ExportSource;
  /** The keys of open pages are stored here. If missing, open pages need a new link after a restart. */
  readonly dataDir?: string;
  readonly rendererDirectory: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with a new link to print after a browser came without a valid one, at most every 5 s. */
  readonly onLaunchLink?: (url: string) => void;
}

export interface WebHost {
  readonly origin: string;
  /** Opens a session for one browser, once, within a minute. The only place that contains the token. */
  readonly launchUrl: string;
  /** Returns a new link and invalidates the one before; null if a page is open. */
  launchUrlIfNoPageOpen(): string | null;
  /** Disconnects all connections; calls and feeds in progress end. Idempotent. */
  stop(): Promise<void>;
}

/** @throws AppError PAGE_MISSING if the page has not been built, BAD_ARGUMENT if the port cannot be bound */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const { application, clock, onLaunchLink } = options;
  const log = new RateLimitedLog(options.log, clock);
  const page = await readBuiltPage(options.rendererDirectory);
  const pageKeys = await PageKeys.open({ dataDir: options.dataDir ?? null, clock, log: options.log });
  const listener = await listenOnLoopback(options.port, log);
  const origin = originOf(listener.port);
  const hosts = ownHosts(listener.port, { ipv6: listener.ipv6 });
  const launch = new Launch(clock);
  const sessions = new Sessions(listener.port);
  // Loaded with the first request: a host without a page needs neither the router nor its schemas.
  const api = onDemand(async () => (await import('./api-socket.ts')).createApiSocket(application, log));
  const pages = onDemand(async () =>
    (await import('./pages.ts')).createPages({
      page,
      exports: options.exports ?? null,
      sessions,
      pageKeys,
      launch,
      showFreshLink() {
        const token = launch.reissue();
        if (token !== null) onLaunchLink?.(launchUrlOf(origin, token));
      },
      makeLink: () => launchUrlOf(origin, launch.issue()),
    }),
  );
  // After the caller has printed the link. Loading takes as long as a browser needs to open it.
  const preloading = setImmediate(() => void pages.get());

  const hasSession = (head: RequestHead) => sessions.admits(singleHeader(head.rawHeaders, 'cookie'));
  listener.serve({
    onRequest(request, response, expectsContinue) {
      const head = headOf(request);
      const verdict = checkRequest(head, hosts);
      if (verdict !== 'allowed') refuseRequest(response, verdict, log);
      else if (needsSession(head) && !hasSession(head)) refuseRequest(response, noSession, log);
      else {
        if (expectsContinue) response.writeContinue();
        void api.get();
        void pages.get().then((app) => app.routing(request, response));
      }
    },
    onUpgrade(request, socket, firstBytes) {
      const head = headOf(request);
      const verdict = checkUpgrade(head, hosts);
      if (verdict !== 'allowed') refuseSocket(socket, verdict, log);
      else if (!hasSession(head)) refuseSocket(socket, noSession, log);
      else if (pathOf(head.target) !== SOCKET_PATH) refuseSocket(socket, noSocketHere, log);
      else void api.get().then((opened) => opened.accept(request, socket, firstBytes));
    },
  });

  let stopped: Promise<void> | null = null;
  const stop = async () => {
    clearImmediate(preloading);
    await Promise.all([api.started?.then((opened) => opened.close()), listener.close()]);
    await pages.started?.then((opened) => opened.close());
    log.close();
  };
  return {
    origin,
    launchUrl: launchUrlOf(origin, launch.issue()),
    launchUrlIfNoPageOpen: () => ((api.loaded?.openPages() ?? 0) > 0 ? null : launchUrlOf(origin, launch.issue())),
    stop: () => (stopped ??= stop()),
  };
}

const SOCKET_PATH = '/api/socket';

interface OnDemand<Part> {
  get(): Promise<Part>;
  readonly started: Promise<Part> | null;
  readonly loaded: Part | null;
}

function onDemand<Part>(load: () => Promise<Part>): OnDemand<Part> {
  let started: Promise<Part> | null = null;
  let loaded: Part | null = null;
  return {
    get: () => (started ??= load().then((part) => (loaded = part))),
    get started() {
      return started;
    },
    get loaded() {
      return loaded;
    },
  };
}

const noSession: Refusal = { status: 401, reason: launchWords.noSession };
const noSocketHere: Refusal = { status: 404, reason: 'There is no socket at this path.' };

function headOf(request: IncomingMessage): RequestHead {
  return { method: request.method ?? '', target: request.url ?? '', rawHeaders: request.rawHeaders };
}

function originOf(port: number): string {
  return port === 80 ? 'http://127.0.0.1' : `http://127.0.0.1:${port}`;
}

/** Puts the token into the fragment, which never appears in a request line, a log or a Referer. */
function launchUrlOf(origin: string, token: string): string {
  return `${origin}/#launch=${token}`;
}
