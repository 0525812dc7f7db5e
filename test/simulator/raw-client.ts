/** Sends and receives HTTP as bytes, for answers that HTTP libraries would reject. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Simulator } from '../../src-simulator/simulator.ts';

export interface RawResponse {
  readonly text: string;
  readonly ended: 'closed' | 'reset';
}

export async function rawConnection({ origin }: Simulator): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // Users of the socket observe its errors themselves.
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

export function requestText(target: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({ host: 'simulator', 'content-length': String(body.length), ...headers });
  return `${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Resolves when the connection closes, also after an error. */
export function closeOf(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  return promise;
}

export async function rawResponse(simulator: Simulator, bytes: string): Promise<RawResponse> {
  const socket = await rawConnection(simulator);
  let text = '';
  let ended: RawResponse['ended'] = 'closed';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => (ended = 'reset'));
  socket.write(bytes);
  await closeOf(socket);
  return { text, ended };
}
