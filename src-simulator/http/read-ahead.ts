/** Reads a request's body as it arrives and leaves it for later readers. */
import type { IncomingMessage } from 'node:http';

/** Plans match the beginning of a body, so the rest of a larger one is not awaited. */
const MAX_BYTES = 1024 * 1024;

/** Resolves to about the first {@link MAX_BYTES} of the body, or to the part before the request broke off. */
export function readAhead(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks = [bufferedBytes(request)];
    let length = request.readableLength;
    const push = request.push.bind(request);
    const finish = () => {
      request.push = push;
      resolve(Buffer.concat(chunks));
    };
    request.once('close', finish);
    request.push = (chunk: unknown, encoding) => {
      const hasRoom = push(chunk, encoding);
      if (Buffer.isBuffer(chunk)) {
        chunks.push(chunk);
        length += chunk.length;
      }
      const isSeen = chunk === null || length >= MAX_BYTES;
      if (isSeen) finish();
      // There is no reader yet, but the rest must still arrive.
      return isSeen ? hasRoom : true;
    };
    if (request.complete || request.destroyed) finish();
    // Resumes a connection that was paused because its buffer was full.
    else request.socket.resume();
  });
}

/** Reads the buffered bytes and puts them back in one tick, so that other readers do not notice. */
function bufferedBytes(request: IncomingMessage): Buffer {
  // Reads exactly the buffered length: a longer read at the end would end the body, and nothing could be put back.
  const chunk: unknown = request.readableLength > 0 ? request.read(request.readableLength) : null;
  if (!Buffer.isBuffer(chunk)) return Buffer.alloc(0);
  request.unshift(chunk);
  return chunk;
}
