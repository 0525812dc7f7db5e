/** A complete backend with its files and sockets, connected to a service with odd behaviour. One for each test file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { readProfileFile } from '../../../src-main/adapters/profile/profile-file.ts';
import type { Subscriptions } from '../../../src-main/core/subscriptions/create-subscriptions.ts';
import { compose, type Composition } from '../../../src-main/hosts/compose.ts';
import type { SearchSummary, SubscriptionsSnapshot } from '../../../src-shared/api/searches.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { OddService } from '../../doubles/odd-service.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';

const PROFILE = 'odd.json';
/** Rows per request, as a page uses. */
const WINDOW = 500;
/** Time limit in ms for a busy machine that runs eight suites; waits normally end earlier. */
const TIMEOUT_MS = 60_000;

export class OddWatch {
  readonly service: OddService;
  readonly #folder: string;
  readonly #composition: Composition;
  readonly #watch: WatchId;

  private constructor(service: OddService, folder: string, opened: { composition: Composition; watch: WatchId }) {
    this.service = service;
    this.#folder = folder;
    this.#composition = opened.composition;
    this.#watch = opened.watch;
  }

  static async open(): Promise<OddWatch> {
    const service = await OddService.start();
    const folder = await mkdtemp(join(tmpdir(), 'watchfloor-odd-'));
    const secret = join(folder, 'secret');
    await writeFile(secret, service.clients.basic.clientSecret, { mode: 0o600 });
    const { clientId } = service.clients.basic;
    const fields = { name: 'Odd', ...service.profile, clientId, flow: 'clientCredentials', clientSecretFile: secret };
    await writeFile(join(folder, PROFILE), JSON.stringify(fields));
    return new OddWatch(service, folder, await openBackend(folder));
  }

  get subscriptions(): Subscriptions {
    return this.#composition.backend.watch(this.#watch).subscriptions;
  }

  async until(holds: (state: SubscriptionsSnapshot) => boolean): Promise<SubscriptionsSnapshot> {
    let last: SubscriptionsSnapshot | null = null;
    const late = AbortSignal.timeout(TIMEOUT_MS);
    try {
      for await (const { state } of this.subscriptions.subscribe(late)) {
        last = state;
        if (holds(state)) return state;
      }
    } catch (error) {
      if (!late.aborted) throw error;
    }
    throw new Error(`it never came to that: ${JSON.stringify(last)}`);
  }

  async comesTo(id: string, ...kinds: readonly SearchSummary['state']['kind'][]): Promise<SearchSummary> {
    const found = ({ searches }: SubscriptionsSnapshot) =>
      searches.find((search) => search.id === id && kinds.includes(search.state.kind));
    const summary = found(await this.until((state) => found(state) !== undefined));
    if (summary === undefined) throw new Error('it was there');
    return summary;
  }

  /** Starts a search and returns its state once the service has answered. */
  async search(body: object): Promise<SearchSummary> {
    const { id } = await this.subscriptions.begin(JSON.stringify(body));
    return this.comesTo(id, 'more', 'ended', 'failed', 'lapsed');
  }

  async loadAll(body: object): Promise<SearchSummary> {
    const started = await this.search(body);
    if (started.state.kind === 'ended') return started;
    await this.subscriptions.load(started.id, 'go');
    return this.comesTo(started.id, 'ended', 'failed');
  }

  async items({ id, rows }: Pick<SearchSummary, 'id' | 'rows'>): Promise<string[]> {
    const ordinals: number[] = [];
    for (let from = 0; from < rows; from += WINDOW) {
      const view = { find: '', sort: null, upTo: rows };
      const page = await this.subscriptions.inventory.reader.rows({ id, view, from, limit: WINDOW, columns: [] });
      ordinals.push(...page.rows.map(({ ordinal }) => ordinal));
    }
    return Promise.all(ordinals.map(async (ordinal) => (await this.subscriptions.item({ id, ordinal })).raw));
  }

  async close(): Promise<void> {
    await this.#composition.stop();
    await this.service.stop();
    await rm(this.#folder, { recursive: true });
  }
}

async function openBackend(folder: string) {
  const path = join(folder, PROFILE);
  const composition = compose({ dataDir: join(folder, 'data'), openDatabases: inThreadDatabases });
  return { composition, watch: await composition.watchProfile(await readProfileFile(path), path) };
}

/** Call at the top of a test file. Each test starts with a normal service; searches of earlier tests remain. */
export function oddWatch(): () => OddWatch {
  let opened: OddWatch;
  beforeAll(async () => {
    opened = await OddWatch.open();
  });
  beforeEach(() => opened.service.reset());
  afterAll(() => opened.close());
  return () => opened;
}
