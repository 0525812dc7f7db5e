/**
 * How every route answers what it does not do: RFC 9110 for statuses, methods and media types, RFC 6750 for tokens.
 * Bodies of errors are not documented: here always `{ "error": code, "message": sentence }`.
 */
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';
import { SearchRefusal } from './search-request.ts';
import { UnmetDemand } from './unmet-demand.ts';

/** The control takes events of any size. */
const LARGEST_BODY_BYTES = 64 * 1024 * 1024;
const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

export function createApp(): FastifyInstance {
  const app = fastify({ bodyLimit: LARGEST_BODY_BYTES });
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
 * Lets every path that is known say which methods it takes: 405 with `Allow` (RFC 9110 15.5.6). To be called before
 * the routes are added; what it returns, after them.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  let isComplete = false;
  app.addHook('onRoute', ({ url, method }) => {
    if (isComplete) return;
    const methods = taken.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    taken.set(url, methods);
  });
  return () => {
    isComplete = true;
    for (const [url, methods] of taken) {
      const allow = [...methods].toSorted().join(', ');
      const refuse = (request: FastifyRequest): never => {
        throw new Refusal(405, 'method_not_allowed', `${pathOf(request)} takes ${allow}, not ${request.method}.`, {
          allow,
        });
      };
      app.route({
        method: app.supportedMethods.filter((method) => !methods.has(method)),
        url,
        exposeHeadRoute: false,
        // Before its body is read.
        onRequest: async (request) => refuse(request),
        handler: refuse,
      });
    }
  };
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof SearchRefusal || error instanceof UnmetDemand)
    return new Refusal(400, 'bad_request', error.message);
  // Where text is taken apart or put together, only what was sent can be so deep.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return new Refusal(400, 'bad_request', 'The body is nested too deeply.');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what else is thrown is the framework's, or a mistake
  const { code = '', statusCode = 500, message } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(413, 'too_large', `The body is larger than ${LARGEST_BODY_BYTES} bytes, which is the most.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE': {
      const type = request.routeOptions.url?.includes('/login/') === true ? FORM_TYPE : JSON_TYPE;
      const sentence = `The body of ${pathOf(request)} is ${type}: say so with Content-Type.`;
      return new Refusal(415, 'unsupported_media_type', sentence, { accept: type });
    }
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal(400, 'bad_request', 'The body is empty: send a JSON object, or no Content-Type.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Refusal(400, 'bad_request', 'The body is no JSON.');
    default:
      return new Refusal(statusCode, statusCode < 500 ? 'bad_request' : 'internal_error', message ?? String(error));
  }
}

/** As it was sent, without its query: that can hold secrets. */
function pathOf({ originalUrl }: FastifyRequest): string {
  return originalUrl.split('?', 1)[0] ?? '';
}
