/**
 * Reads one line from a terminal that does not show it, such as a client secret: whoever looks over a shoulder, and
 * whoever scrolls back, sees nothing. However it ends, the terminal is as it was.
 */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** As much of `tty.ReadStream` as is needed. */
export interface RawInput extends Readable {
  readonly isRaw: boolean;
  setRawMode(isRaw: boolean): unknown;
}

/** Enter and Ctrl+D end it. `null`: given up by Ctrl+C, or the terminal is gone. @throws what the terminal fails with */
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

/** What arrow keys and the like send, and what a terminal puts around a text that is pasted. */
// oxlint-disable-next-line no-control-regex -- that is what they send
const SEQUENCE = /^\u001B(?:\[[0-?]*[ -/]*[@-~]|O.|[^[O]|$)/s;

/** The keys of a terminal in raw mode, one after the other. */
class HiddenLine {
  #typed: readonly string[] = [];

  /** The line, or `null` where it was given up; `undefined` while it goes on. */
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
      // Any other control key is no part of a secret.
      else if (sequence === undefined && !/\p{Cc}/u.test(key)) this.#typed = [...this.#typed, key];
    }
    return undefined;
  }
}
