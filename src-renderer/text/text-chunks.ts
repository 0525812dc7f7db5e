import { MAX_CHUNK_LENGTH } from './json-layout.ts';

const MAX_CHUNK_LINES = 12;

export function textChunks(text: string): string[] {
  const chunks: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = endOfChunk(text, from);
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks;
}

/** Ends a chunk after a line if possible. Never splits a surrogate pair. */
function endOfChunk(text: string, from: number): number {
  const limit = Math.min(from + MAX_CHUNK_LENGTH, text.length);
  let to = from;
  for (let line = 0; line < MAX_CHUNK_LINES; line += 1) {
    const end = text.indexOf('\n', to);
    if (end === -1 || end >= limit) break;
    to = end + 1;
  }
  if (to > from) return to;
  const last = text.charCodeAt(limit - 1);
  return limit < text.length && last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
}
