/** Clients for server-sent events that others wrote, used as their documentation shows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { fetchEventSource } from '@microsoft/fetch-event-source';
import { EventSource } from 'eventsource';
import { createEventSource } from 'eventsource-client';
import { EventSource as LaunchDarklyEventSource } from 'launchdarkly-eventsource';
import { Agent, EventSource as UndiciEventSource } from 'undici';
import { Firefox } from '../support/other-browsers.ts';
import { listen } from '../fixtures/loopback.ts';

interface Follower {
  /** Resolves when the client says that it will not request the stream again. */
  readonly gaveUp: Promise<unknown>;
  readonly stop: () => unknown;
}

/** Follows the stream at an address, with an Authorization header. */
export type SseClient = (address: string, authorization: string) => Follower | Promise<Follower>;

const NEVER = new Promise<never>(() => {});

/** An `EventSource` of the standard is closed after an error if it does not try again. */
function standard(source: {
  readonly readyState: number;
  addEventListener(type: 'error', listener: () => void): void;
  close(): void;
}): Follower {
  const gaveUp = new Promise<void>((resolve) =>
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) resolve();
    }),
  );
  return { gaveUp, stop: () => source.close() };
}

export const packages: Readonly<Record<string, SseClient>> = {
  eventsource: (address, authorization) =>
    standard(
      new EventSource(address, {
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization } }),
      }),
    ),
  'eventsource-client': (url, authorization) => {
    const source = createEventSource({ url, headers: { authorization } });
    return { gaveUp: NEVER, stop: () => source.close() };
  },
  '@microsoft/fetch-event-source': (address, authorization) => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const gaveUp = fetchEventSource(address, { headers: { authorization }, signal, fetch, openWhenHidden: true });
    return { gaveUp, stop: () => stopped.abort() };
  },
  'launchdarkly-eventsource': (address, authorization) => {
    const source = new LaunchDarklyEventSource(address, { headers: { authorization } });
    source.addEventListener('error', () => {});
    const gaveUp = new Promise<void>((resolve) => source.addEventListener('closed', resolve));
    return { gaveUp, stop: () => source.close() };
  },
  undici: (address, authorization) => {
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fetch passes them like this
      const headers = options.headers as Record<string, string>;
      return dispatch({ ...options, headers: { ...headers, authorization } }, handler);
    });
    return standard(new UndiciEventSource(address, { node: { dispatcher } }));
  },
};

export const curl: SseClient = (address, authorization) => {
  const child = spawn('curl', ['-sN', '-H', `Authorization: ${authorization}`, address], { stdio: 'ignore' });
  return { gaveUp: once(child, 'close'), stop: () => child.kill() };
};

const STREAM = '/stream';
const CLOSED = '/closed';
/** Follows the first address, and calls the second one when the browser gives up. */
const FOLLOW = `
  const [stream, closed] = arguments;
  const source = (window.source = new EventSource(stream));
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) fetch(closed);
  });`;

/** Starts one Firefox for several streams. Its page can set no headers, so a server between adds them. */
export async function firefoxClient(folder: string): Promise<{ follow: SseClient; stop: () => Promise<void> }> {
  const target = { address: '', authorization: '', onClosed: () => {} };
  const adding = await listen(
    createServer((incoming, response) => {
      if (incoming.url === CLOSED) target.onClosed();
      if (incoming.url !== STREAM) return response.setHeader('content-type', 'text/html').end('<!doctype html>');
      const { authorization, address } = target;
      const headers = { ...incoming.headers, authorization };
      const forwarded = request(address, { headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers).flushHeaders();
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      });
      response.on('close', () => forwarded.destroy());
      return forwarded.on('error', () => response.destroy()).end();
    }),
  );
  const firefox = await Firefox.start(folder);
  await firefox.open(`http://127.0.0.1:${adding.port}/`);
  return {
    follow: async (address, authorization) => {
      const { promise: gaveUp, resolve: onClosed } = Promise.withResolvers<void>();
      Object.assign(target, { address, authorization, onClosed });
      await firefox.run(FOLLOW, STREAM, CLOSED);
      return { gaveUp, stop: () => firefox.run('window.source.close()') };
    },
    stop: async () => {
      await firefox.stop();
      await adding.stop();
    },
  };
}
