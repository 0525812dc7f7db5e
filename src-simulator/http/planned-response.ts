import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { type FaultPlan, isBodiless, type PlannedResponse } from './fault-plan.ts';
import { resetConnection } from './reset-connection.ts';
import { type ShapedResponse, whenSocketAssigned } from './shaped-response.ts';

/** Default body of a malformed answer. Its framing can only be wrong if there is a body. */
const DEFAULT_BODY = Buffer.from('{"error":"planned","message":"This answer is malformed on purpose."}');

export function sendPlannedResponse(planned: NonNullable<FaultPlan['answer']>, response: ShapedResponse): void {
  switch (planned) {
    case 'hang':
      return;
    case 'reset':
      return whenSocketAssigned(response, resetConnection);
    case 'empty':
      return whenSocketAssigned(response, (socket) => socket.destroySoon());
    default:
      return sendOwn(planned, response);
  }
}

function sendOwn(planned: PlannedResponse, response: ShapedResponse): void {
  const { status, headers, malformed } = planned;
  const { bytes, contentType } = bodyOf(planned);
  const usual = contentType === null ? {} : { 'content-type': contentType };
  const body = malformed !== undefined && bytes.length === 0 ? DEFAULT_BODY : bytes;
  // Header names are compared in any case, and the planned header wins.
  const withUsual = (more: Record<string, string>) => ({
    ...withoutOthers({ ...usual, ...more }, headers),
    ...headers,
  });
  switch (malformed) {
    case undefined:
      response.writeHead(status, withUsual(isFramed(planned) ? {} : { 'content-length': String(body.length) }));
      response.end(body);
      return;
    case 'content-length-too-large':
    case 'content-length-too-small': {
      const declared = malformed === 'content-length-too-large' ? body.length + 10 : body.length - 1;
      response.writeHead(status, { ...withUsual({}), 'content-length': String(declared) });
      return thenClose(response, body, '');
    }
    case 'broken-chunk':
      response.writeHead(status, { ...withUsual({}), 'transfer-encoding': 'chunked' });
      return thenClose(response, body, 'no-size\r\n');
    case 'malformed-status-line':
      return whenSocketAssigned(response, (socket) => socket.end(`HTTP/1.1 OK ${status}\r\n\r\n`));
    default:
      return assertNever(malformed);
  }
}

function isFramed({ status, headers }: PlannedResponse): boolean {
  return isBodiless(status) || Object.keys(headers).some((name) => name.toLowerCase() === 'transfer-encoding');
}

/** Sends the body and the raw bytes, then closes the connection before the answer is complete. */
function thenClose(response: ShapedResponse, body: Buffer, raw: string): void {
  response.write(body, () => whenSocketAssigned(response, (socket) => socket.end(raw)));
}

function bodyOf({ body, bodyBase64 }: PlannedResponse): { bytes: Buffer; contentType: string | null } {
  if (bodyBase64 !== undefined)
    return { bytes: Buffer.from(bodyBase64, 'base64'), contentType: 'application/octet-stream' };
  if (body === undefined) return { bytes: Buffer.alloc(0), contentType: null };
  if (typeof body === 'string') return { bytes: Buffer.from(body), contentType: 'text/plain; charset=utf-8' };
  return { bytes: Buffer.from(JSON.stringify(body)), contentType: 'application/json' };
}

function withoutOthers(usual: Record<string, string>, headers: PlannedResponse['headers']): Record<string, string> {
  const planned = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(usual).filter(([name]) => !planned.has(name)));
}
