import type * as z from 'zod';
import { issueSentence } from '../issue-sentence.ts';

/** A refused request, with its status, a code for programs and a sentence that says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** For a wrong request, or one that cannot be carried out. The message says what is expected or possible. */
export const badRequest = (message: string) => new Refusal(400, 'bad_request', message);

/** @throws Refusal with the first mistake */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badRequest(issueSentence(parsed.error));
  return parsed.data;
}
