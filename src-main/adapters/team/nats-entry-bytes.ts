/** Bytes of an entry on NATS: its text as UTF-8, or as one zstd frame (RFC 8878) if it is long. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Below this, a frame saves next to nothing. */
const MIN_PACKED_CHARS = 1_000;
/** A longer text is not unpacked, so that a small entry cannot fill the memory. */
const MAX_UNPACKED_BYTES = 64_000_000;
/** First bytes of a zstd frame. UTF-8 never begins with them. */
const ZSTD_MAGIC = 0xfd2fb528;
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

export function packText(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8');
  return text.length < MIN_PACKED_CHARS ? bytes : zstdCompressSync(bytes, COMPRESSION);
}

/** Returns null if the bytes are no text, or too many. */
export function unpackText(bytes: Uint8Array): string | null {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const isPacked = packed.length >= 4 && packed.readUInt32LE() === ZSTD_MAGIC;
    const plain = isPacked ? zstdDecompressSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES }) : packed;
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    return null;
  }
}
