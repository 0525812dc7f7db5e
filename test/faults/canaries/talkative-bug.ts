/**
 * Installs a bug until the returned function is called: it collects every secret that is sent over a socket and throws
 * all of them when an answer about rights is read. Tests use it to check that even such a bug leaks nothing.
 */
import { Socket } from 'node:net';
import { vi } from 'vitest';

export function makeBug(): () => void {
  const sent = new Set<string>();
  // oxlint-disable-next-line typescript/unbound-method -- called with the socket below
  const { write } = Socket.prototype;
  const { entries } = Object;
  const socket = vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...call: unknown[]) {
    const [data] = call;
    const text = typeof data === 'string' ? data : Buffer.from(data as Uint8Array).toString('latin1');
    for (const [, secret = ''] of text.matchAll(/Bearer ([^\r\n]+)/gi)) sent.add(secret);
    return Reflect.apply(write, this, call) as boolean;
  });
  const object = vi.spyOn(Object, 'entries').mockImplementation((value: object) => {
    if (typeof value === 'object' && value !== null && 'notification-stream' in value)
      throw new Error(`a bug that repeats ${[...sent].join(' and ')}`);
    return entries(value);
  });
  return () => {
    socket.mockRestore();
    object.mockRestore();
  };
}
