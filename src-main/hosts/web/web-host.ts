/**
 * The web host: the built page and the API for browsers on this machine, behind the access guard. Composes the doors,
 * the guard, the pages and the socket; every request is judged here, before anything else sees it. Never reachable from
 * another machine. `docs/access-guard.md` says what it protects against, and what not.
 */
import type { IncomingMessage } from 'node:http';
import type { Application } from '../../core/api/procedures.ts';
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
import { createApiSocket, SOCKET_PATH } from './api-socket.ts';
import type { ExportSource } from './export-response.ts';
import { Launch } from './launch.ts';
import { launchWords } from './launch-page.ts';
import { listenOnLoopback } from './loopback-listener.ts';
import { createPages, needsSession } from './pages.ts';
import { RateLimitedLog } from './rate-limited-log.ts';
import { refuseRequest, refuseSocket } from './refusal.ts';
import { Sessions } from './sessions.ts';
import { readBuiltPage } from './static-files.ts';

export interface WebHostOptions {
  /** 0 for any free one. */
  readonly port: number;
  readonly application: Application;
  /** Finished exports; left out: none are given. */
  readonly exports?: ExportSource;
  /** The built page: index.html and its assets. */
  readonly rendererDirectory: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with a fresh link, to print, after somebody came without a good one; at most every five seconds. */
  readonly onLaunchLink?: (url: string) => void;
}

export interface WebHost {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Lets one browser in, once, within a minute. The only place where the token stands. */
  readonly launchUrl: string;
  /** Lets a browser in where no page is open; `null` where one is. The link before it is void. */
  launchUrlIfNoPageOpen(): string | null;
  /** Cuts all connections; calls and feeds in progress end. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Resolves when requests are answered.
 * @throws AppError PAGE_MISSING where the page has not been built, BAD_ARGUMENT where the port cannot be had.
 */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const { application, clock, onLaunchLink } = options;
  const log = new RateLimitedLog(options.log, clock);
  const page = await readBuiltPage(options.rendererDirectory);
  const listener = await listenOnLoopback(options.port, log);
  const origin = originOf(listener.port);
  const hosts = ownHosts(listener.port, { ipv6: listener.ipv6 });
  const launch = new Launch(clock);
  const sessions = new Sessions(listener.port);
  const apiSocket = createApiSocket(application, log);
  const closeListeners = () => Promise.all([apiSocket.close(), listener.close()]);
  const pages = await createPages({
    page,
    exports: options.exports ?? null,
    sessions,
    launch,
    showFreshLink() {
      const token = launch.reissue();
      if (token !== null) onLaunchLink?.(launchUrlOf(origin, token));
    },
  }).catch(async (error: unknown) => {
    await closeListeners();
    throw error;
  });

  const hasSession = (head: RequestHead) => sessions.admits(singleHeader(head.rawHeaders, 'cookie'));
  listener.serve({
    onRequest(request, response, expectsContinue) {
      const head = headOf(request);
      const verdict = checkRequest(head, hosts);
      if (verdict !== 'allowed') refuseRequest(response, verdict, log);
      else if (needsSession(head) && !hasSession(head)) refuseRequest(response, noSession, log);
      else {
        if (expectsContinue) response.writeContinue();
        pages.routing(request, response);
      }
    },
    onUpgrade(request, socket, firstBytes) {
      const head = headOf(request);
      const verdict = checkUpgrade(head, hosts);
      if (verdict !== 'allowed') refuseSocket(socket, verdict, log);
      else if (!hasSession(head)) refuseSocket(socket, noSession, log);
      else if (pathOf(head.target) !== SOCKET_PATH) refuseSocket(socket, noSocketHere, log);
      else apiSocket.accept(request, socket, firstBytes);
    },
  });

  let stopped: Promise<void> | null = null;
  const stop = async () => {
    await closeListeners();
    await pages.close();
    log.close();
  };
  return {
    origin,
    launchUrl: launchUrlOf(origin, launch.issue()),
    launchUrlIfNoPageOpen: () => (apiSocket.openPages() > 0 ? null : launchUrlOf(origin, launch.issue())),
    stop: () => (stopped ??= stop()),
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

/** In the fragment, which no request line, log or Referer ever carries. */
function launchUrlOf(origin: string, token: string): string {
  return `${origin}/#launch=${token}`;
}
