/** Decompresses a zstd frame into a buffer of its size: with too small or too large ones, it takes half as long again. */
import { zstdDecompressSync } from 'node:zlib';

/** For a frame that does not state its size. */
const USUAL_BYTES = 131_072;
/** A damaged header can state any size. Larger frames are decompressed in pieces. */
const MAX_STATED_BYTES = 1_048_576;
/** Bytes of the content size and of the id of the dictionary, by their flags (RFC 8878, 3.1.1.1.1). */
const SIZE_BYTES = [0, 2, 4, 8] as const;
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;

/** @throws Error if it cannot be read, or its checksum is wrong */
export function unpackFrame(frame: Buffer): Buffer {
  const bytes = Math.min(statedBytes(frame) ?? USUAL_BYTES, MAX_STATED_BYTES);
  // The buffer has one byte more than needed, because zlib follows a full buffer with another one.
  return zstdDecompressSync(frame, { chunkSize: Math.max(64, bytes + 1) });
}

/** Content size of the header of a frame (RFC 8878, 3.1.1.1); null if there is none. */
function statedBytes(frame: Buffer): number | null {
  const descriptor = frame[4] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] ?? 0);
  const length = SIZE_BYTES[descriptor >>> 6] ?? 0;
  if (frame.length < at + Math.max(1, length)) return null;
  if (length === 0) return isSingleSegment ? frame.readUInt8(at) : null;
  if (length === 2) return 256 + frame.readUInt16LE(at);
  return length === 4 ? frame.readUInt32LE(at) : Number(frame.readBigUInt64LE(at));
}
