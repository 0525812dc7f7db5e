/** Answers HTTP requests that passed the access guard, with Fastify only as a router. Data goes over the socket. */
import fastify, { type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { contentSecurityPolicy } from '../../../src-shared/api/content-security-policy.ts';
import { EXPORTS_PATH } from '../../../src-shared/api/exports.ts';
import { pathOf } from './access-guard.ts';
import { exportResponse, type ExportSource } from './export-response.ts';
import type { Launch } from './launch.ts';
import { type PageKeys, pageProofSchema, publicPageKeySchema } from './page-keys.ts';
import { LAUNCH_FONT, launchPage, launchScript, launchStylesheet, launchWords } from './launch-page.ts';
import { securityHeaders } from './refusal.ts';
import type { Sessions } from './sessions.ts';
import type { BuiltPage } from './static-files.ts';

const sessionRequestSchema = z.union([
  z.strictObject({ token: z.string() }),
  z.strictObject({ fresh: z.literal(true) }),
  z.strictObject({ another: z.literal(true) }),
  z.strictObject({ key: publicPageKeySchema }),
  z.strictObject({ challenge: z.literal(true) }),
  pageProofSchema,
]);

interface PagesOptions {
  readonly page: BuiltPage;
  readonly exports: ExportSource | null;
  readonly sessions: Sessions;
  readonly pageKeys: PageKeys;
  readonly launch: Launch;
  readonly showFreshLink: () => void;
  /** Makes a link and invalidates the one before. */
  readonly makeLink: () => string;
}

export async function createPages(options: PagesOptions): Promise<FastifyInstance> {
  const { page, exports, sessions, pageKeys, launch, showFreshLink, makeLink } = options;
  const font = [...page.files].find(([path]) => FONT_OF_LAUNCH_PAGE.test(path))?.[1];
  const app = fastify({
    bodyLimit: 1024 * 1024,
    // No route has a schema. By default Fastify loads its schema compilers, a hundred files, for each server.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
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
    const socketOrigin = `ws://${request.headers.host}`; // the guard accepts only this host's own names
    return reply
      .header('Content-Security-Policy', contentSecurityPolicy({ nonce, socketOrigin }))
      .send(page.html.replaceAll('__CSP_NONCE__', nonce));
  });
  app.get('/launch.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(launchScript));
  app.get('/launch.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(launchStylesheet));
  app.get(LAUNCH_FONT, (_request, reply) =>
    font === undefined ? reply.callNotFound() : reply.type(font.contentType).send(font.content),
  );
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send()); // index.html names its own icon
  app.get(`${EXPORTS_PATH}*`, async (request, reply) => {
    const response = exports === null ? null : await exportResponse(exports, pathOf(request.raw.url ?? ''));
    if (response === null) return reply.callNotFound();
    if (request.method === 'HEAD') response.content.destroy();
    return reply.headers(response.headers).send(request.method === 'HEAD' ? '' : response.content);
  });
  app.get('/*', (request, reply) => {
    const file = page.files.get(pathOf(request.raw.url ?? ''));
    if (file === undefined) return reply.callNotFound();
    return reply.type(file.contentType).header('Cache-Control', file.cacheControl).send(file.content);
  });

  // Lets a page whose socket was refused find out if its session is gone. Browsers do not say why a socket failed.
  app.get('/session', (_request, reply) => reply.code(204).send());
  // A proof, the longest body, has some 350 characters.
  app.post('/session', { bodyLimit: 1024 }, async (request, reply) => {
    const parsed = sessionRequestSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send(launchWords.malformed);
    if ('fresh' in parsed.data) {
      showFreshLink();
      return reply.code(202).send(launchWords.printed);
    }
    if ('another' in parsed.data) {
      // The new session has the rights of this one: all sessions of a host have the same.
      if (!sessions.admits(request.headers.cookie)) return reply.code(401).send(launchWords.noSession);
      return reply.code(200).send(makeLink());
    }
    if ('signature' in parsed.data) {
      const isKnown = pageKeys.admits(parsed.data, `http://${request.headers.host}`);
      if (!isKnown) return reply.code(401).send(launchWords.noSession);
      return reply.code(204).header('Set-Cookie', sessions.open()).send();
    }
    if ('challenge' in parsed.data) return reply.code(200).send(pageKeys.challenge());
    if ('key' in parsed.data) {
      if (!sessions.admits(request.headers.cookie)) return reply.code(401).send(launchWords.noSession);
      const isAdded = await pageKeys.add(parsed.data.key);
      return reply.code(isAdded ? 204 : 400).send();
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

/** Latin letters of the page's text font; the build adds a hash. */
const FONT_OF_LAUNCH_PAGE = /^\/assets\/inter-latin-wght-normal-[\w-]+\.woff2$/;

function noSchemas(): never {
  throw new Error('No route of the page has a schema.');
}

/** True for Fastify's own refusals: the body is too large or not JSON. */
function isExpected(error: unknown): error is { statusCode: number } {
  return (
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500
  );
}
