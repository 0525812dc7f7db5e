/** Reads the body of a response as text up to a limit: the sender is not trusted and may never end. */
import type { Response } from 'undici';

export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

/** Stops at the limit, counted after decompression. @throws ResponseTooLarge; the connection's error */
export async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const body = response.body?.getReader();
  if (body === undefined) return '';
  // Uses one buffer: a response may arrive one byte at a time, and each part costs a hundred times that.
  let buffer = new Uint8Array(65_536);
  let bytes = 0;
  for (;;) {
    const { done, value } = await body.read();
    if (done) return new TextDecoder().decode(buffer.subarray(0, bytes));
    const length = bytes + value.length;
    if (length > maxBytes) {
      void body.cancel().catch(() => undefined);
      throw new ResponseTooLarge(`The answer has more than ${maxBytes} bytes.`);
    }
    if (length > buffer.length) {
      const more = new Uint8Array(Math.max(length, 2 * buffer.length));
      more.set(buffer);
      buffer = more;
    }
    buffer.set(value, bytes);
    bytes = length;
  }
}
