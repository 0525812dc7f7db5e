import { buffer } from 'node:stream/consumers';
import { createZstdCompress, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackFrame } from '../../../../../../src-main/adapters/sqlite/events/texts/zstd-frame.ts';

const textOf = (bytes: number): Buffer => Buffer.alloc(bytes, 'a text that is received again and again, ');

describe('a frame', () => {
  it.each([0, 1, 255, 256, 257, 65_791, 65_792, 131_072, 1_048_576, 1_048_577, 3_000_000])(
    'unpackFrame returns all %i bytes',
    (bytes) => {
      expect(unpackFrame(zstdCompressSync(textOf(bytes))).equals(textOf(bytes))).toBe(true);
    },
  );

  it('unpackFrame returns all bytes of a frame that states no size', async () => {
    const stream = createZstdCompress();
    stream.write(textOf(200_000));
    stream.end(textOf(200_000));
    const frame = await buffer(stream);
    expect(unpackFrame(frame).equals(Buffer.concat([textOf(200_000), textOf(200_000)]))).toBe(true);
  });

  it('unpackFrame refuses a frame that states another size, and takes no memory of that size', () => {
    const frame = zstdCompressSync(textOf(100_000));
    frame.writeUInt32LE(0xffff_ffff, frame.length > 9 && ((frame[4] ?? 0) & 0x20) !== 0 ? 5 : 6);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => unpackFrame(frame)).toThrow(Error);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });

  it.each([0, 1, 4, 5, 6, 8, 20])('unpackFrame refuses a frame that is cut off after %i bytes', (bytes) => {
    expect(() => unpackFrame(zstdCompressSync(textOf(100_000)).subarray(0, bytes))).toThrow(Error);
  });
});
