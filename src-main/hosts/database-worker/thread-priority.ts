/** Lowers the priority of a thread, so that others of the process get a core first while all are busy. */
import { constants, getPriority, setPriority } from 'node:os';

/** Data of a worker that gets a low priority. */
export const BACKGROUND = 'background';

/** In nice values. 5 has two thirds of the effect on the delays of the event loop, and 19 no more. */
const STEPS = 10;

/** Does nothing except on Linux: elsewhere the whole process would get the priority. */
export function lowerThreadPriority(set = setPriority, platform = process.platform): void {
  if (platform !== 'linux') return;
  try {
    set(0, Math.min(constants.priority.PRIORITY_LOW, getPriority() + STEPS));
  } catch {
    // A filter of system calls may refuse it. The thread then works as before.
  }
}
