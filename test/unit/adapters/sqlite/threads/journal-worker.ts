/** Worker thread for tests of the worker-thread client. It notes calls in shared memory and dies on request. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../../../../src-main/adapters/sqlite/threads/call-server.ts';
import { appError } from '../../../../../src-shared/api/errors.ts';

/** Memory that all threads share: what may happen, and what has happened. */
export interface Shared {
  /** [0] number of opens; [1] refusals to open that are left; [2] deaths that are left; [3] 1 if released */
  readonly cells: Int32Array<SharedArrayBuffer>;
  /** [0] number of notes, followed by the notes. */
  readonly notes: Int32Array<SharedArrayBuffer>;
}

export interface Journal {
  note(number: number, signal?: AbortSignal): Promise<number>;
  hold(): Promise<void>;
  dieAndNote(number: number): Promise<number>;
  noteAndDie(number: number): Promise<number>;
  replace(): Promise<void>;
  refuse(): Promise<void>;
  fail(): Promise<void>;
  post(text: string): Promise<void>;
  /** Resolves when the next note is written. */
  waitForNote(): Promise<void>;
}

function main(): void {
  if (parentPort === null) return;
  const { cells, notes }: Shared = workerData;
  let noted = (): void => undefined;
  const note = (number: number): number => {
    noted();
    const count = Atomics.add(notes, 0, 1) + 1;
    notes[count] = number;
    return count;
  };
  const diesOnceMore = (): boolean => {
    if ((cells[2] ?? 0) === 0) return false;
    Atomics.sub(cells, 2, 1);
    return true;
  };
  serveCalls<string>(parentPort, (_spec, post) => {
    Atomics.add(cells, 0, 1);
    if ((cells[1] ?? 0) > 0) {
      Atomics.sub(cells, 1, 1);
      throw appError('STORE_IN_USE', { path: '/data/x' });
    }
    return {
      note,
      hold: () => void Atomics.wait(cells, 3, 0),
      dieAndNote: (number: number) => (diesOnceMore() ? process.exit(1) : note(number)),
      noteAndDie(number: number) {
        const count = note(number);
        return diesOnceMore() ? process.exit(1) : count;
      },
      replace: () => (diesOnceMore() ? process.exit(1) : undefined),
      refuse() {
        throw appError('STORE_UNWRITABLE', { path: '/data/x', problem: 'full' });
      },
      fail() {
        throw new TypeError('a bug');
      },
      post,
      waitForNote: () => new Promise<void>((resolve) => (noted = resolve)),
      close: () => void note(-1),
    };
  });
}

main();
