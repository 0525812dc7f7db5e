/** Standard output that waits for a slow reader and ends quietly when the reader has enough (`… | head`). */
import { once } from 'node:events';

class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

export class Output {
  #closed = false;
  constructor() {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      this.#closed = true;
    });
  }

  /** @throws ClosedPipe when nobody reads any more */
  async write(text: string): Promise<void> {
    if (this.#closed) throw new ClosedPipe();
    if (process.stdout.write(text)) return;
    // A pipe that breaks while we wait rejects `once`; the next write finds it closed.
    await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]).catch(() => undefined);
  }
}

/** Runs a command that prints; a closed pipe is a normal end. */
export async function printing(print: (output: Output) => Promise<void>): Promise<void> {
  try {
    await print(new Output());
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}

/** Cells for a terminal: control characters and bidirectional overrides of received text must not steer it. */
export function terminalText(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
