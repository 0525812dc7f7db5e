/** Starts a real NATS server with JetStream (Debian package nats-server). */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager, type StreamConfig, type StreamInfo } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { closedPort } from '../fixtures/loopback.ts';
import { NATS_SERVER } from './missing-programs.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

function isSuspended({ pid }: ChildProcess): boolean {
  return spawnSync('ps', ['-o', 'state=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.startsWith('T');
}

/** Starts servers that keep one log together. They elect a leader first, which takes seconds. */
export async function startNatsCluster(count: number): Promise<readonly NatsServer[]> {
  const ports = [];
  for (let number = 0; number < count; number += 1) ports.push(await closedPort());
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
  const servers = [];
  for (const [number, port] of ports.entries()) {
    const cluster = `cluster { name: test, host: 127.0.0.1, port: ${port}, routes: [${routes}] }`;
    servers.push(await NatsServer.start(`server_name: server-${number}\n${cluster}`));
  }
  return servers;
}

/** Folder with the files of a server, beside its configuration. */
const STORE = 'jetstream';

export class NatsServer {
  readonly url: string;
  readonly #config: string;
  #process: ChildProcess | null = null;

  private constructor(port: number, config: string) {
    this.url = `nats://127.0.0.1:${port}`;
    this.#config = config;
  }

  /**
   * @param more lines for the configuration file
   * @param folder has its files; by default one that the test removes
   */
  static async start(more = '', host = '127.0.0.1', folder = temporaryDirectory()): Promise<NatsServer> {
    const port = await closedPort();
    const config = join(folder, 'server.conf');
    const storage = `jetstream { store_dir: "${join(folder, STORE)}", max_mem: 64MB, max_file: 4GB }`;
    writeFileSync(config, `host: ${host}\nport: ${port}\n${storage}\n${more}\n`);
    return NatsServer.startWith(config, port);
  }

  /** @param config path of the complete configuration, which names this port */
  static startWith(config: string, port: number): NatsServer {
    const server = new NatsServer(port, config);
    server.start();
    return server;
  }

  get #isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Starts it with its old files, unless it runs. Clients retry until it answers. */
  start(): void {
    if (this.#isRunning) return;
    this.#process = spawn(NATS_SERVER, ['--config', this.#config], { stdio: 'ignore' });
  }

  get #store(): string {
    return join(dirname(this.#config), STORE);
  }

  /** Call it only while the server is suspended. @returns the folder with the copy */
  copyStore(): string {
    const copy = temporaryDirectory();
    cpSync(this.#store, copy, { recursive: true });
    return copy;
  }

  /** Call it only while the server does not run. */
  putStoreBack(copy: string): void {
    rmSync(this.#store, { recursive: true });
    cpSync(copy, this.#store, { recursive: true });
  }

  /** Kills it, and starts it without its files. */
  async startEmpty(): Promise<void> {
    await this.signal();
    rmSync(this.#store, { recursive: true });
    this.start();
  }

  /** Applies a changed configuration. */
  reload(): void {
    this.#process?.kill('SIGHUP');
  }

  /** Ends it like a power cut, by default. SIGSTOP and SIGCONT only suspend it. */
  async signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' = 'SIGKILL'): Promise<void> {
    const running = this.#process;
    if (running === null || !this.#isRunning) return;
    running.kill(signal);
    if (signal === 'SIGKILL') await once(running, 'close');
    // A signal is delivered later than `kill` returns.
    if (signal === 'SIGSTOP') while (!isSuspended(running)) await delay(5);
  }
}

/**
 * Copies the files of servers that run, all as they are at one moment: a copy of files that change meanwhile has one without
 * the other, and the server then numbers entries in another way. Returns a function that kills the servers, puts these files
 * back and starts them, as after a power cut: the servers had confirmed entries before they flushed them.
 */
export async function copyFiles(servers: readonly NatsServer[]): Promise<() => Promise<void>> {
  await Promise.all(servers.map((server) => server.signal('SIGSTOP')));
  const copies = servers.map((server) => [server, server.copyStore()] as const);
  await Promise.all(servers.map((server) => server.signal('SIGCONT')));
  return async () => {
    await Promise.all(servers.map((server) => server.signal()));
    for (const [server, copy] of copies) server.putStoreBack(copy);
    for (const server of servers) server.start();
  };
}

/** Removes all entries of a log, as the server does when they reach their longest age. */
export async function expireAll(url: string, stream: string): Promise<void> {
  await withStream([url], stream, async ({ config }, update) => {
    // The stream cannot be purged, but a smaller stream leaves out its oldest entries.
    await update({ max_bytes: 1 });
    await update(config);
  });
}

/** @param maxBytes null: the log keeps what it has and takes no more */
export async function limitLog(urls: readonly string[], stream: string, maxBytes: number | null): Promise<void> {
  await withStream(urls, stream, ({ state }, update) => update({ max_bytes: maxBytes ?? state.bytes }));
}

async function withStream(
  urls: readonly string[],
  stream: string,
  act: (info: StreamInfo, update: (config: Partial<StreamConfig>) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const connection = await connect({ servers: [...urls] });
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  try {
    await act(await streams.info(stream), (config) => streams.update(stream, config));
  } finally {
    await connection.close();
  }
}
