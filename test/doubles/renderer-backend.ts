/**
 * A backend for looking at the page: the real router over a real WebSocket with the real content security policy, and
 * an application whose every state can be set. It stores nothing and knows no service.
 */
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { WebSocketServer } from 'ws';
import type { Application } from '../../src-main/core/api/procedures.ts';
import { appRouter } from '../../src-main/core/api/router.ts';
import { AppError } from '../../src-shared/api/errors.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { contentSecurityPolicy } from '../../src-shared/api/content-security-policy.ts';
import type { Coverage } from '../../src-shared/domain/coverage.ts';
import type { StoredEvent } from '../../src-shared/domain/event.ts';

type OpenSnapshot = Extract<WatchSnapshot, { kind: 'open' }>;
const NONCE = 'cGFnZS1ub25jZQ==';

export class RendererBackend implements Application {
  stored: StoredEvent[] = [];
  coverage: Coverage = { sessions: [], gaps: [] };
  practice = true;
  retries = 0;
  /** Called instead of starting a simulator. */
  onPractice: (scenario: string) => void = () => {};
  #snapshot: WatchSnapshot = { kind: 'none', at: Date.now() };
  #revision = 1;
  #changed = Promise.withResolvers<void>();

  describe() {
    return { version: '0.1.0', capabilities: { osKeychain: true, practice: this.practice } };
  }
  set(snapshot: Omit<OpenSnapshot, 'at' | 'newestSeq'> | null): void {
    this.#snapshot =
      snapshot === null
        ? { kind: 'none', at: Date.now() }
        : { ...snapshot, at: Date.now(), newestSeq: this.stored.length };
    this.#announce();
  }
  add(events: readonly StoredEvent[]): void {
    this.stored.push(...events);
    const snapshot = this.#snapshot;
    if (snapshot.kind === 'open') this.#snapshot = { ...snapshot, at: Date.now(), newestSeq: this.stored.length };
    this.#announce();
  }
  #announce(): void {
    this.#revision += 1;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
  async *snapshots(signal: AbortSignal | undefined) {
    for (;;) {
      if (signal?.aborted === true) return;
      const changed = this.#changed.promise;
      yield { revision: this.#revision, snapshot: { ...this.#snapshot } };
      await Promise.race([changed, aborted(signal)]);
    }
  }
  retryNow(): void {
    this.retries += 1;
  }
  practiceScenarios() {
    return [
      {
        name: 'calm-shift',
        title: 'Calm shift',
        description: 'A quiet night: now and then a localization, few failures.',
      },
      {
        name: 'failure-storm',
        title: 'Failure storm',
        description: 'Hundreds of allocations fail within a few minutes.',
      },
      {
        name: 'partial-requests',
        title: 'Partial requests',
        description: 'Bulk changes of which some resources fail.',
      },
      { name: 'seat-taken', title: 'Seat taken', description: 'Somebody else holds the one place of the domain.' },
      { name: 'silent-stall', title: 'Silent stall', description: 'The connection stays open and says nothing.' },
    ];
  }
  async startPractice(scenario: string): Promise<void> {
    this.onPractice(scenario);
  }
  events() {
    if (this.#snapshot.kind === 'none') throw new AppError('NOT_WATCHING', 'No profile is open.');
    return {
      page: async ({ before, limit }: { before?: number | undefined; limit: number }) => {
        const end = Math.min(this.stored.length, (before ?? Number.POSITIVE_INFINITY) - 1);
        return { rows: this.stored.slice(Math.max(0, end - limit), end).toReversed(), newestSeq: this.stored.length };
      },
      after: async ({ after, limit }: { after: number; limit: number }) => this.stored.slice(after, after + limit),
      event: async (seq: number) => this.stored[seq - 1] ?? null,
      coverage: async () => this.coverage,
    };
  }
  async *liveEvents(after: number, signal: AbortSignal | undefined) {
    let last = after;
    for (;;) {
      if (signal?.aborted === true) return;
      const changed = this.#changed.promise;
      const rows = this.stored.slice(last, last + 500);
      last += rows.length;
      if (rows.length > 0) yield rows;
      else await Promise.race([changed, aborted(signal)]);
    }
  }
  reportIncident(error: unknown): string {
    console.error(error);
    return 'incident';
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves the built page and the API. @param folder the built renderer. */
export async function servePage(application: Application, folder: string, port = 0) {
  const server: Server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname);
    const file = path === '/' ? '/index.html' : path;
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    const socketOrigin = `ws://${request.headers.host ?? ''}`;
    response.setHeader('content-security-policy', contentSecurityPolicy({ nonce: NONCE, socketOrigin }));
    readFile(join(folder, file)).then(
      (body) => response.end(file === '/index.html' ? body.toString().replaceAll('__CSP_NONCE__', NONCE) : body),
      () => response.writeHead(404).end(),
    );
  });
  const sockets = new WebSocketServer({ server, path: '/api/socket' });
  applyWSSHandler({ wss: sockets, router: appRouter, createContext: () => application });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const usedPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${usedPort}`,
    /** Cuts every page off. */
    cut() {
      for (const client of sockets.clients) client.terminate();
    },
    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
