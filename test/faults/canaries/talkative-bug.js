/**
 * Loaded into the product before it starts: keeps every secret that goes out over a socket, and throws all of them where
 * an answer about rights is read. No code of ours is so bad; what is tested is that it would tell nobody.
 */
import { Socket } from 'node:net';

const sent = new Set();
const write = Socket.prototype.write;
Socket.prototype.write = function (data, ...rest) {
  const text = typeof data === 'string' ? data : Buffer.from(data).toString('latin1');
  for (const [, secret] of text.matchAll(/Bearer ([^\r\n]+)/gi)) sent.add(secret);
  return Reflect.apply(write, this, [data, ...rest]);
};

const entries = Object.entries;
Object.entries = (value) => {
  if (value !== null && typeof value === 'object' && 'notification-stream' in value)
    throw new Error(`a bug that repeats ${[...sent].join(' and ')}`);
  return entries(value);
};
