/**
 * What is answered over HTTP to requests that the access guard has let through: the built page and its files with a
 * session; without one the launch page, and the trade of a launch token for a session. No data but finished exports, with a session:
 * all other is the socket's.
 */
import fastify, { type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { contentSecurityPolicy } from '../../../src-shared/api/content-security-policy.ts';
import { EXPORTS_PATH } from '../../../src-shared/api/exports.ts';
import { pathOf, type RequestHead } from './access-guard.ts';
import { exportResponse, type ExportSource } from './export-response.ts';
import type { Launch } from './launch.ts';
import { launchPage, launchScript, launchStylesheet, launchWords } from './launch-page.ts';
import { securityHeaders } from './refusal.ts';
import type { Sessions } from './sessions.ts';
import type { BuiltPage } from './static-files.ts';

/** Methods and paths that answer without a session. */
const PUBLIC_ROUTES = new Set([
  ...['/', '/launch.js', '/launch.css', '/favicon.ico'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  'POST /session',
]);

export function needsSession({ method, target }: RequestHead): boolean {
  return !PUBLIC_ROUTES.has(`${method} ${pathOf(target)}`);
}

/** Either the token of a launch link, or the wish for a fresh link. */
const sessionRequestSchema = z.union([
  z.strictObject({ token: z.string() }),
  z.strictObject({ fresh: z.literal(true) }),
]);

interface PagesOptions {
  readonly page: BuiltPage;
  readonly exports: ExportSource | null;
  readonly sessions: Sessions;
  readonly launch: Launch;
  /** Shows a link with a fresh token to the person at the terminal. */
  readonly showFreshLink: () => void;
}

/** Fastify as a router only: the doors are `loopback-listener.ts`, and the guard comes before its routing. */
export async function createPages(options: PagesOptions): Promise<FastifyInstance> {
  const { page, exports, sessions, launch, showFreshLink } = options;
  const app = fastify({ bodyLimit: 1024 * 1024 });
  app.removeContentTypeParser('text/plain');
  app.addHook(
    'onRequest',
    async (_request, reply) => void reply.headers(securityHeaders).type('text/plain; charset=utf-8'),
  );
  app.setErrorHandler((error, _request, reply) => {
    const status = isExpected(error) ? error.statusCode : 500;
    return reply
      .code(status)
      .type('text/plain; charset=utf-8')
      .send(status === 413 ? 'Too large.\n' : 'Refused.\n');
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('Not found.\n'));

  app.get('/', (request, reply) => {
    reply.type('text/html; charset=utf-8');
    if (!sessions.admits(request.headers.cookie)) return reply.send(launchPage);
    const nonce = randomBytes(16).toString('base64');
    const socketOrigin = `ws://${request.headers.host}`; // one of our own names: the guard has seen to it
    return reply
      .header('Content-Security-Policy', contentSecurityPolicy({ nonce, socketOrigin }))
      .send(page.html.replaceAll('__CSP_NONCE__', nonce));
  });
  app.get('/launch.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(launchScript));
  app.get('/launch.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(launchStylesheet));
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send()); // index.html names its own icon
  app.get(`${EXPORTS_PATH}*`, async (request, reply) => {
    const answer = exports === null ? null : await exportResponse(exports, pathOf(request.raw.url ?? ''));
    if (answer === null) return reply.callNotFound();
    // A request for the head alone reads nothing of it.
    if (request.method === 'HEAD') answer.content.destroy();
    return reply.headers(answer.headers).send(request.method === 'HEAD' ? '' : answer.content);
  });
  app.get('/*', (request, reply) => {
    const file = page.files.get(pathOf(request.raw.url ?? ''));
    if (file === undefined) return reply.callNotFound();
    return reply.type(file.contentType).header('Cache-Control', file.cacheControl).send(file.content);
  });

  // Tells a page whose socket was refused whether its session is gone: a browser does not say why a socket failed.
  app.get('/session', (_request, reply) => reply.code(204).send());
  // A token is 43 characters; nothing longer is worth reading.
  app.post('/session', { bodyLimit: 1024 }, (request, reply) => {
    const parsed = sessionRequestSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send(launchWords.malformed);
    if ('fresh' in parsed.data) {
      showFreshLink();
      return reply.code(202).send(launchWords.printed);
    }
    const outcome = launch.exchange(parsed.data.token);
    if (outcome === 'accepted') return reply.code(204).header('Set-Cookie', sessions.open()).send();
    if (outcome === 'limited') return reply.code(429).send(launchWords.limited);
    showFreshLink();
    return reply.code(401).send(launchWords.expired);
  });
  await app.ready();
  return app;
}

/** Fastify's own refusals of a request: too large, not JSON. */
function isExpected(error: unknown): error is { statusCode: number } {
  return (
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500
  );
}
