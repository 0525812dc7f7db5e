/**
 * A process that collects all day gives back what a burst took. V8 would let the young generation of this thread grow to
 * a hundred megabytes and the old one to four times of what lives in it, and keep both. Being thrifty costs some 3 us of
 * the collector's 40 per event at full speed, in threads of their own. The store's threads have limits of their own.
 */
import { setFlagsFromString } from 'node:v8';

export function keepHeapSmall(): void {
  // Electron may have sealed the flags of its V8; there the page takes more than this anyway.
  if (process.versions['electron'] !== undefined) return;
  // As large as loading the program has made it.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}
