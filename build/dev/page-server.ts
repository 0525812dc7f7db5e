/**
 * Serves the page from its sources with hot replacement, through Vite's development server on 127.0.0.1. The browser
 * talks only to this server, which forwards the web host's paths. The host still checks each request: without a session
 * it serves only the launch page.
 */
import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { createLogger, createServer, type InlineConfig, mergeConfig, type ProxyOptions } from 'vite';
import { contentSecurityPolicy } from '../../src-shared/api/content-security-policy.ts';
import { EXPORTS_PATH } from '../../src-shared/api/exports.ts';
import type { DevSessions } from './dev-sessions.ts';
import { listenOnFreePort } from './free-port.ts';

const HOST_PATHS = String.raw`^/(?:api/.*|session|${EXPORTS_PATH.slice(1)}.*|launch\.(?:js|css|woff2)|licences\.json)?(?:\?.*)?$`;

export interface PageServer {
  readonly origin: string;
  /** Calls `onChange` with the path from the root for each changed file in the folders. */
  watch(folders: readonly string[], onChange: (path: string) => void): void;
  close(): Promise<void>;
}

/**
 * @param renderer the page's configuration in `electron.vite.config.ts`
 * @param admissions sessions of the web host; null if Electron shows the page
 */
export async function startPageServer(renderer: InlineConfig, admissions: DevSessions | null): Promise<PageServer> {
  const root = process.cwd();
  // Vite's own server would end the process on SIGTERM, before the backend has closed its store.
  const http = createHttpServer();
  const port = await listenOnFreePort(http);
  const origin = `http://127.0.0.1:${port}`;
  // Vite reads the nonce once, so it is the same for the complete run.
  const nonce = randomBytes(16).toString('base64');
  const logger = createLogger('warn');
  const server = await createServer(
    mergeConfig(renderer, {
      html: { cspNonce: nonce },
      // Relative to the folder of the page; the build has another entry path.
      optimizeDeps: { entries: ['main.tsx'] },
      // An unknown path gets a 404 instead of the page.
      appType: 'mpa',
      customLogger: {
        ...logger,
        // A restarting backend does not answer for about a second.
        error: (text: string, options) => {
          if (!/(?:http|ws) proxy (?:socket )?error:/.test(text)) logger.error(text, options);
        },
      },
      server: {
        middlewareMode: { server: http },
        // Electron shows the page under another origin, so the socket needs an absolute address.
        hmr: { server: http, protocol: 'ws', host: '127.0.0.1', clientPort: port },
        cors: false,
        headers: { 'content-security-policy': pagePolicy(nonce, port) },
        fs: { allow: [root, resolve(root, renderer.root ?? ''), installedPackages()] },
        ...(admissions !== null && { proxy: { [HOST_PATHS]: hostProxy(origin, admissions) } }),
      },
    } satisfies InlineConfig),
  );
  http.on('request', server.middlewares);
  return {
    origin,
    watch(folders, onChange) {
      server.watcher.add(folders.map((folder) => join(root, folder)));
      server.watcher.on('all', (_event, path) => {
        const changed = relative(root, resolve(path));
        if (folders.some((folder) => changed.startsWith(`${folder}/`) || changed.startsWith(`${folder}\\`)))
          onChange(changed);
      });
    },
    async close() {
      await server.close();
      http.close();
      http.closeAllConnections();
    },
  };
}

/**
 * Returns the policy of the product, with the nonce allowed for scripts, too: Vite adds an inline script (React's hot
 * replacement) and style elements, which carry the nonce.
 */
function pagePolicy(nonce: string, port: number): string {
  const policy = contentSecurityPolicy({ nonce, socketOrigin: `ws://127.0.0.1:${port}` });
  return policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`);
}

/** Folder of the fonts. In a worktree it is outside the root. */
function installedPackages(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve('vite/package.json')));
}

function hostProxy(origin: string, admissions: DevSessions): ProxyOptions {
  return {
    target: admissions.backendOrigin,
    changeOrigin: true,
    ws: true,
    bypass(request) {
      const isPage = new URL(request.url ?? '/', origin).pathname === '/';
      // This server answers Vite's own socket, and the page for browsers with a session. The host answers all others.
      const isOurs = request.headers.upgrade !== undefined || admissions.admits(request.headers.cookie);
      return isPage && isOurs ? request.url : undefined;
    },
    configure(proxy) {
      proxy.on('proxyRes', ({ headers }) => admissions.remember(headers['set-cookie']));
      const translate = (out: { setHeader(name: string, value: string): unknown }, { headers }: IncomingMessage) => {
        // Replaces only this server's own origin, so that the host still refuses other sites.
        if (headers.origin === origin) out.setHeader('origin', admissions.backendOrigin);
        const cookie = admissions.cookieFor(headers.cookie);
        if (cookie !== null) out.setHeader('cookie', cookie);
      };
      proxy.on('proxyReq', translate);
      proxy.on('proxyReqWs', translate);
    },
  };
}
