/** HTTP client over a plain socket that sends exactly the given bytes, including invalid ones. */
import { connect } from 'node:net';

export interface RawResponse {
  /** Null if the connection was cut without an answer. */
  readonly status: number | null;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly text: string;
}

/**
 * Sends the bytes (one per character) and reads until the other side closes, so requests should have `Connection:
 * close`.
 */
export function sendRaw(port: number, bytes: string, host = '127.0.0.1'): Promise<RawResponse> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, noDelay: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {}); // reset by the other side; 'close' follows
    socket.on('close', () => resolve(parseResponse(Buffer.concat(chunks).toString('latin1'))));
    socket.write(bytes, 'latin1');
  });
}

export function requestText(requestLine: string, headers: readonly string[], body = ''): string {
  return `${[requestLine, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

export function getRequest(name: string): string {
  return requestText('GET / HTTP/1.1', [`Host: ${name}`]);
}

export function sessionRequest(port: number, body: string, headers: readonly string[] = []): string {
  const own = `127.0.0.1:${port}`;
  return requestText(
    'POST /session HTTP/1.1',
    [
      `Host: ${own}`,
      `Origin: http://${own}`,
      'Sec-Fetch-Site: same-origin',
      'X-CSRF: 1',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
    ],
    body,
  );
}

/** Exchanges a launch link for the `name=value` of its session cookie. */
export async function letIn(launchUrl: string): Promise<string> {
  const url = new URL(launchUrl);
  const token = url.hash.replace('#launch=', '');
  const response = await sendRaw(Number(url.port), sessionRequest(Number(url.port), JSON.stringify({ token })));
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

function parseResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
  return {
    status: status === undefined ? null : Number(status),
    headers: new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: rest.join('\r\n\r\n'),
    text,
  };
}
