/** Reads a line without showing it, not even in the scrollback. Always restores the terminal. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

export interface RawInput extends Readable {
  readonly isRaw: boolean;
  setRawMode(isRaw: boolean): unknown;
}

/** Null after Ctrl+C or if the terminal is gone. @throws the error of the terminal */
export async function readHiddenLine(terminal: RawInput): Promise<string | null> {
  const wasRaw = terminal.isRaw;
  const decoder = new StringDecoder('utf8');
  const line = new HiddenLine();
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const onData = (part: Buffer | string) => {
    const ended = line.feed(typeof part === 'string' ? part : decoder.write(part));
    if (ended !== undefined) resolve(ended);
  };
  const onClose = () => resolve(null);
  terminal.on('data', onData).on('end', onClose).on('close', onClose).on('error', reject);
  try {
    terminal.setRawMode(true);
    terminal.resume();
    return await promise;
  } finally {
    terminal.off('data', onData).off('end', onClose).off('close', onClose).off('error', reject);
    terminal.pause();
    terminal.setRawMode(wasRaw);
  }
}

/** Sequences of arrow keys and similar keys, and the ones that a terminal puts around pasted text. */
// oxlint-disable-next-line no-control-regex -- that is what they send
const SEQUENCE = /^\u001B(?:\[[0-?]*[ -/]*[@-~]|O.|[^[O]|$)/s;

class HiddenLine {
  #typed: readonly string[] = [];

  /** Returns the line, null if it was cancelled, undefined if it is not complete. */
  feed(keys: string): string | null | undefined {
    let rest = keys;
    while (rest !== '') {
      const sequence = SEQUENCE.exec(rest)?.[0];
      const key = sequence ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
      rest = rest.slice(key.length);
      if (key === '\r' || key === '\n' || key === '\u0004') return this.#typed.join('');
      if (key === '\u0003') return null;
      if (key === '\u0015') this.#typed = [];
      else if (key === '\u007F' || key === '\b') this.#typed = this.#typed.slice(0, -1);
      // Ignores all other control keys, because a secret contains none.
      else if (sequence === undefined && !/\p{Cc}/u.test(key)) this.#typed = [...this.#typed, key];
    }
    return undefined;
  }
}
