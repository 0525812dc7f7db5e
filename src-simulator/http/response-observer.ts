import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Endpoint } from './endpoints.ts';
import { parseUrl } from './parse-url.ts';
import { json } from './request-parts.ts';

interface ResponseObserver {
  head(headers: ReadonlyMap<string, string>): void;
  token(given: { token: string; lifeMs: number; secrets: string[] }): void;
  /** Authorization code or token in the redirect address at the end of a sign-in. */
  code(code: string): void;
  tokenError(code: string): void;
  page(next: string, isEmpty: boolean): void;
  sent(isLast: boolean): void;
  retry(ms: number): void;
  sessionEnded(): void;
  seatTaken(): void;
}

export const SEAT_TAKEN = 'seat_taken';

/** Token answers are shorter, and `pagination` is at the beginning of a search answer. */
const MAX_READ_LENGTH = 8192;

const tokenResponseSchema = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
});

const errorSchema = z.object({ error: z.string() });

export function observeResponse(response: ServerResponse, endpoint: Endpoint, watcher: ResponseObserver): void {
  const head = once((args: readonly unknown[]) => {
    const headers = sentHeaders(response, args);
    for (const name of ['code', 'access_token']) {
      const value = parseUrl(headers.get('location') ?? '', 'http://localhost')?.searchParams.get(name);
      if (value) watcher.code(value);
    }
    watcher.head(headers);
  });
  const body = bodyWatcher(endpoint, watcher);
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  // The methods have overloads, so each call is passed on with its original arguments.
  Object.assign(response, {
    writeHead(...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(writeHead, response, args);
      // 100 and 103 are interim responses.
      if (response.statusCode >= 200) head(args);
      return result;
    },
    write(...args: unknown[]): unknown {
      body(args[0], false);
      return Reflect.apply(write, response, args);
    },
    end(...args: unknown[]): unknown {
      body(args[0], true);
      return Reflect.apply(end, response, args);
    },
  });
}

/** Returns the headers set before and those of the call, which can be an object, pairs or a flat list. */
function sentHeaders(response: ServerResponse, args: readonly unknown[]): Map<string, string> {
  const given = args.at(-1);
  const entries: [unknown, unknown][] = Object.entries(response.getHeaders());
  if (Array.isArray(given)) {
    const flat: unknown[] = given.flat();
    for (let index = 0; index + 1 < flat.length; index += 2) entries.push([flat[index], flat[index + 1]]);
  } else if (typeof given === 'object' && given !== null) entries.push(...Object.entries(given));
  return new Map(entries.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
}

function bodyWatcher(endpoint: Endpoint, watcher: ResponseObserver): (chunk: unknown, isLast: boolean) => void {
  if (endpoint === 'subscribe') return streamWatcher(watcher);
  if (endpoint === 'search')
    return bodyStartWatcher((text) => {
      const next = /"next"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
      if (next !== undefined) watcher.page(next, /"items"\s*:\s*\[\s*\]/.test(text));
    });
  if (endpoint !== 'token') return () => {};
  return bodyStartWatcher((text) => {
    const answer = json(text);
    const refusal = errorSchema.safeParse(answer);
    if (refusal.success) watcher.tokenError(refusal.data.error);
    const parsed = tokenResponseSchema.safeParse(answer);
    if (!parsed.success) return;
    const { access_token: token, expires_in: seconds, refresh_token, id_token } = parsed.data;
    const secrets = [token, refresh_token, id_token].filter((secret) => secret !== undefined);
    watcher.token({ token, lifeMs: seconds * 1000, secrets });
  });
}

function bodyStartWatcher(done: (text: string) => void): (chunk: unknown, isLast: boolean) => void {
  let text = '';
  return (chunk, isLast) => {
    if (text.length < MAX_READ_LENGTH) text += textOf(chunk).slice(0, MAX_READ_LENGTH);
    if (isLast) done(text);
  };
}

/** Keeps an unfinished line between chunks, up to the length of a relevant one. */
function streamWatcher(watcher: ResponseObserver): (chunk: unknown, isLast: boolean) => void {
  let unfinished = '';
  const refusal = bodyStartWatcher((text) => {
    if (errorSchema.safeParse(json(text)).data?.error === SEAT_TAKEN) watcher.seatTaken();
  });
  return (chunk, isLast) => {
    watcher.sent(isLast);
    refusal(chunk, isLast);
    const text = unfinished + textOf(chunk);
    for (const [, retry] of text.matchAll(/^(?:retry: ?(\d{1,9})|event: ?SUBSCRIPTION_ENDED)(?=\r|\n)/gm))
      if (retry === undefined) watcher.sessionEnded();
      else watcher.retry(Number(retry));
    unfinished = text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - 64));
  };
}

function textOf(chunk: unknown): string {
  if (typeof chunk === 'string') return chunk;
  return chunk instanceof Uint8Array ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString() : '';
}

function once<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  let done = false;
  return (...args) => {
    if (done) return;
    done = true;
    act(...args);
  };
}
