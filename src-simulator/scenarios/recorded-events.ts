/** JSON Lines of `watchfloor events --format ndjson`. Read in chunks, so that memory does not depend on the file. */
import { closeSync, readSync } from 'node:fs';
import * as z from 'zod';
import { openPlain } from '../configuration/text-file.ts';
import { issueSentence } from '../issue-sentence.ts';

const CHUNK_BYTES = 64 * 1024;
/** Enough for some millions of events. */
const MAX_FILE_BYTES = 4_294_967_296;
/** Twice the largest event that Watchfloor stores, for the escapes. */
const MAX_LINE_BYTES = 33_554_432;
const LINE_FEED = 0x0a;

/** Text that fits on one line of a stream: WHATWG HTML "Parsing an event stream". */
const oneLine = z.string().regex(/^[^\r\n\0]*$/, { error: 'a line break or NUL is not allowed in a stream' });

const lineSchema = z.object({
  receivedAt: z.iso.datetime({ error: 'expected an ISO 8601 UTC time' }),
  kind: oneLine,
  id: oneLine.nullable(),
  raw: z.string({ error: 'expected the received text' }).regex(/^[^\r]*$/, {
    error: 'a carriage return is not allowed in a stream',
  }),
  /** Complete values, if `kind` and `id` hold only their beginnings. */
  whole: z.object({ kind: oneLine.nullable(), id: oneLine.nullable() }).nullish(),
});

export interface RecordedEvent {
  readonly receivedAt: number;
  readonly kind: string;
  readonly id: string | null;
  readonly raw: string;
}

/** Its message completes "line 17: …". */
export class InvalidEventLine extends Error {
  override readonly name = 'InvalidEventLine';
}

/** @throws InvalidEventLine */
export function recordedEvent(line: string): RecordedEvent {
  const parsed = lineSchema.safeParse(jsonOf(line));
  if (parsed.success) {
    const { receivedAt, kind, id, raw, whole } = parsed.data;
    return { receivedAt: Date.parse(receivedAt), kind: whole?.kind ?? kind, id: whole?.id ?? id, raw };
  }
  throw new InvalidEventLine(issueSentence(parsed.error));
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new InvalidEventLine('not JSON');
  }
}

export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/**
 * Reads synchronously, because under a manual clock the next line must be there before time advances.
 * @throws an error whose message completes "cannot be read: …", or the error of the system
 */
export function* linesOf(path: string): Generator<NumberedLine, void, undefined> {
  const file = openPlain(path, MAX_FILE_BYTES);
  try {
    let number = 0;
    for (const text of textLines(file)) {
      number++;
      yield { number, text };
    }
  } finally {
    closeSync(file);
  }
}

function* textLines(file: number): Generator<string, void, undefined> {
  /** The parts of a line that has no end yet. Joining them once keeps the time linear. */
  let parts: Buffer[] = [];
  let bytes = 0;
  let number = 1;
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (;;) {
    const length = readSync(file, chunk);
    if (length === 0) break;
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1 && end < length; end = chunk.indexOf(LINE_FEED, start)) {
      const last = chunk.subarray(start, end);
      yield (parts.length === 0 ? last : Buffer.concat([...parts, last])).toString();
      parts = [];
      bytes = 0;
      start = end + 1;
      number++;
    }
    parts.push(Buffer.from(chunk.subarray(start, length)));
    bytes += length - start;
    if (bytes > MAX_LINE_BYTES) throw new Error(`line ${number} is longer than ${MAX_LINE_BYTES / 1_048_576} MiB`);
  }
  yield Buffer.concat(parts).toString();
}
