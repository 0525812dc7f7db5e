/** The body of an answer as text, read up to a bound: who answers may be anybody, and may never end. */
import type { Response } from 'undici';

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** Stops reading at the bound, whatever the answer unpacks to. @throws AnswerTooLarge; what the connection fails with */
export async function boundedText(answer: Response, mostBytes: number): Promise<string> {
  const body = answer.body?.getReader();
  if (body === undefined) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a body is read one part after the other
    const { done, value } = await body.read();
    if (done) return new TextDecoder().decode(Buffer.concat(parts));
    parts.push(value);
    bytes += value.length;
    if (bytes <= mostBytes) continue;
    void body.cancel().catch(() => undefined);
    throw new AnswerTooLarge(`The answer has more than ${mostBytes} bytes.`);
  }
}
