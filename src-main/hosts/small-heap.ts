/**
 * Limits the growth of V8's heap, so that a process that collects for days returns memory after a burst. By default the
 * young generation of this thread grows to about 100 MB and the old one to four times its live size, and both stay
 * there. At full speed the limit costs about 3 µs of garbage collection per event (of 40 µs), on separate threads. The
 * store's threads have their own limits.
 */
import { setFlagsFromString } from 'node:v8';

export function keepHeapSmall(): void {
  // Electron may have locked the flags of its V8. The page needs more memory than this anyway.
  if (process.versions['electron'] !== undefined) return;
  // Keeps the young generation at the size that loading the program has given it.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}
