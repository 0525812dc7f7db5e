/**
 * Frees the memory of a buffer now, and empties every view of it. Until its next collection, V8 counts such memory as
 * growth of the old heap: a few dozen unpacked blocks would make it mark the complete heap again.
 */
export function freeBytes({ buffer }: Buffer): void {
  // A smaller buffer can be a part of the pool that others use, too.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
