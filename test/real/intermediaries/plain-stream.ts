/** A service and a client without any logic, which show what a program between them does to a stream. */
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { listen } from '../../fixtures/loopback.ts';
import type { Way } from './programs.ts';

export const FIRST_EVENT = eventOf('FIRST', 250);
export const HEARTBEAT = eventOf('HEARTBEAT', 150);

function eventOf(kind: string, bytes: number): string {
  const start = `event: ${kind}\ndata: `;
  return `${start}${'x'.repeat(bytes - start.length - 2)}\n\n`;
}

export type Responder = (response: ServerResponse) => void;

export interface PlainService {
  readonly port: number;
  /** Sets how one request is answered. Returns its path, which no other request has. */
  readonly answer: (responder: Responder) => string;
  readonly stop: () => Promise<void>;
}

export async function startPlainService(): Promise<PlainService> {
  const responders = new Map<string, Responder>();
  const server = createServer((request, response) => responders.get(request.url ?? '')?.(response));
  const { port, stop } = await listen(server);
  return {
    port,
    stop,
    answer(responder) {
      const path = `/connect/subscribe?${responders.size}`;
      responders.set(path, responder);
      return path;
    },
  };
}

/** Sends the head of an event stream and the first event. */
export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(FIRST_EVENT);
}

export interface StreamEnd {
  /** Time by `performance.now()`. */
  readonly at: number;
  /** True if the response ended as HTTP says: with the last chunk, or complete otherwise. */
  readonly isComplete: boolean;
}

export class PlainClient {
  /** Everything received, with head and chunk sizes. */
  received = '';
  readonly ended: Promise<StreamEnd>;
  readonly #socket;
  readonly #listeners = new Set<() => void>();

  constructor(way: Way, { port, servicePort, path }: { port: number; servicePort: number; path: string }) {
    const service = `127.0.0.1:${servicePort}`;
    const target = way === 'proxy' ? `http://${service}${path}` : path;
    // Caches store no answer to a request with a token.
    const request = `GET ${target} HTTP/1.1\r\nHost: ${service}\r\nAuthorization: Bearer x\r\n\r\n`;
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1');
    this.#socket.write(way === 'tunnel' ? `CONNECT ${service} HTTP/1.1\r\nHost: ${service}\r\n\r\n` : request);
    let isTunnel = way !== 'tunnel';
    this.ended = new Promise((resolve) => {
      const end = (isComplete: boolean) => resolve({ at: performance.now(), isComplete });
      this.#socket
        .on('data', (text: string) => {
          this.received += text;
          if (!isTunnel && this.received.includes('\r\n\r\n')) {
            isTunnel = true;
            this.received = '';
            this.#socket.write(request);
          }
          for (const listener of this.#listeners) listener();
          // The connection can stay open for a next request.
          if (completeness(this.received) === 'complete') end(true);
        })
        .on('error', () => end(false))
        .on('close', () => end(completeness(this.received) === 'complete when closed'));
    });
  }

  get status(): string {
    return /^HTTP\/1\.[01] (\d+)/.exec(this.received)?.[1] ?? 'no answer';
  }

  /** Resolves when the text was received; never, if it is not. */
  receives(text: string): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.received.includes(text)) resolve();
      };
      this.#listeners.add(check);
      check();
    });
  }

  hangUp(): void {
    this.#socket.destroy();
  }
}

function completeness(response: string): 'complete' | 'complete when closed' | 'incomplete' {
  const [, head = '', body = ''] = /^([^]*?\r\n\r\n)([^]*)$/.exec(response) ?? [];
  if (head === '') return 'incomplete';
  if (/^transfer-encoding: chunked/im.test(head)) return body.endsWith('0\r\n\r\n') ? 'complete' : 'incomplete';
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length === undefined) return 'complete when closed';
  return body.length >= Number(length) ? 'complete' : 'incomplete';
}
