/** Compares secrets in constant time, independent of their lengths and of where they differ. */
import { createHash, timingSafeEqual } from 'node:crypto';

export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
