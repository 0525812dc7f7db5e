/** RFC 9110, RFC 6750. Bodies are not documented; here they are always `{ "error": code, "message": sentence }`. */
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { isAt } from '../http/endpoints.ts';
import { badRequest, Refusal } from './refusal.ts';

/** High, because the control accepts events of any size. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

export function createApp(): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    // For paths that the router cannot read, which reach no error handler.
    frameworkErrors: (error, request, reply) => {
      const { status, code, message } = refusalOf(error, request);
      const body = Buffer.from(JSON.stringify({ error: code, message }));
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
      reply.raw.writeHead(status, headers).end(body);
    },
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error: unknown, request, reply) => {
    const refusal = refusalOf(error, request);
    return reply
      .status(refusal.status)
      .headers(refusal.headers)
      .send({ error: refusal.code, message: refusal.message });
  });
  app.setNotFoundHandler((request) => {
    throw new Refusal(404, 'not_found', `There is no ${request.method} ${pathOf(request)}.`);
  });
  return app;
}

/**
 * Answers 405 with `Allow` (RFC 9110 §15.5.6). Call this before the routes are added, and the returned function after
 * them. A route for each path and other method would take half of the simulator's start.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsByUrl.set(url, methods);
  });
  return () => {
    const routes = [...methodsByUrl].map(([url, methods]) => ({
      url,
      allow: [...methods].toSorted().join(', '),
    }));
    app.addHook('onRequest', async (request) => {
      if (!request.is404) return;
      const path = decodedPath(request.url);
      const allow = routes.find(({ url }) => isAt(url, path))?.allow;
      if (allow === undefined) return;
      const sentence = `${pathOf(request)} accepts ${allow}, not ${request.method}.`;
      throw new Refusal(405, 'method_not_allowed', sentence, { allow });
    });
  };
}

/** Returns the path of a request without its query, decoded in the same way as the router does. */
export function decodedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  // Only a received body can be nested so deeply that parsing or printing it exhausts the stack.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return badRequest('The body is nested too deeply.');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what else is thrown is the framework's, or a mistake
  const { code = '', statusCode = 500, message } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(413, 'too_large', `The body is larger than the maximum of ${MAX_BODY_BYTES} bytes.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE': {
      const type = request.routeOptions.url?.includes('/login/') === true ? FORM_TYPE : JSON_TYPE;
      const sentence = `The body of ${pathOf(request)} is ${type}: send this Content-Type.`;
      return new Refusal(415, 'unsupported_media_type', sentence, { accept: type });
    }
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return badRequest('The body is empty: send a JSON object, or no Content-Type.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return badRequest('The body is not valid JSON.');
    default:
      return new Refusal(statusCode, statusCode < 500 ? 'bad_request' : 'internal_error', message ?? String(error));
  }
}

/** Returns the path as sent, without the query, which can hold secrets. */
function pathOf({ originalUrl }: FastifyRequest): string {
  return originalUrl.split('?', 1)[0] ?? '';
}
