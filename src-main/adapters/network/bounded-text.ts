/** Reads the body of a response as text up to a limit: the sender is not trusted and may never end. */
import type { Response } from 'undici';

export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

/** Stops at the limit, counted after decompression. @throws ResponseTooLarge; the connection's error */
export async function boundedText(
  response: Response,
  maxBytes: number,
  decode: (bytes: Uint8Array) => string = decodeUtf8,
): Promise<string> {
  const { text, isComplete } = await textStart(response, maxBytes, decode);
  if (!isComplete) throw new ResponseTooLarge(`The answer has more than ${maxBytes} bytes.`);
  return text;
}

/** Reads at most `maxBytes`, counted after decompression. @throws the connection's error */
export async function textStart(
  response: Response,
  maxBytes: number,
  decode: (bytes: Uint8Array) => string = decodeUtf8,
): Promise<{ readonly text: string; readonly isComplete: boolean }> {
  const body = response.body?.getReader();
  if (body === undefined) return { text: '', isComplete: true };
  // Uses one buffer: a response may arrive one byte at a time, and each part costs a hundred times that.
  let buffer = new Uint8Array(65_536);
  let bytes = 0;
  const text = () => decode(buffer.subarray(0, bytes));
  for (;;) {
    const { done, value } = await body.read();
    if (done) return { text: text(), isComplete: true };
    const part = value.subarray(0, maxBytes - bytes);
    const length = bytes + part.length;
    if (length > buffer.length) {
      const more = new Uint8Array(Math.max(length, 2 * buffer.length));
      more.set(buffer);
      buffer = more;
    }
    buffer.set(part, bytes);
    bytes = length;
    if (part.length < value.length) {
      void body.cancel().catch(() => undefined);
      return { text: text(), isComplete: false };
    }
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
