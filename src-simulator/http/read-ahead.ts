/** Looks at a request's body as it comes in, and takes nothing of it away from who reads it afterwards. */
import type { IncomingMessage } from 'node:http';

/** What a plan is told apart by stands at the beginning; the rest of a larger body is not waited for. */
const MAX_BYTES = 1024 * 1024;

/** The body as far as about {@link MAX_BYTES}, before anybody reads it. One that breaks off gives what came of it. */
export function readAhead(request: IncomingMessage): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const pieces = [bufferedBytes(request)];
  let length = request.readableLength;
  const push = request.push.bind(request);
  const finish = () => {
    request.push = push;
    resolve(Buffer.concat(pieces));
  };
  request.once('close', finish);
  request.push = (piece: unknown, encoding) => {
    const wantsMore = push(piece, encoding);
    if (Buffer.isBuffer(piece)) {
      pieces.push(piece);
      length += piece.length;
    }
    const isSeen = piece === null || length >= MAX_BYTES;
    if (isSeen) finish();
    // Nobody reads yet, and the rest shall come nevertheless.
    return isSeen ? wantsMore : true;
  };
  if (request.complete || request.destroyed) finish();
  // Where so much had come that the connection was told to wait.
  else request.socket.resume();
  return promise;
}

/** Taken and put back in one turn, so that nobody else sees that it was gone. */
function bufferedBytes(request: IncomingMessage): Buffer {
  // Exactly what is there: asking for more at the end would end the body, and nothing could be put back.
  const piece: unknown = request.readableLength > 0 ? request.read(request.readableLength) : null;
  if (!Buffer.isBuffer(piece)) return Buffer.alloc(0);
  request.unshift(piece);
  return piece;
}
