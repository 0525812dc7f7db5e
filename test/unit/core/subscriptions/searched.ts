/** Searches over a scripted service, a real inventory and a clock that the test moves. */
import { onTestFinished, vi } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import type { EventReader, StoreIdentity } from '../../../../src-main/core/ports/event-store.ts';
import type { InventoryOpener } from '../../../../src-main/core/ports/inventory-store.ts';
import { RequestLog } from '../../../../src-main/core/subscriptions/request-log.ts';
import { createSearches } from '../../../../src-main/core/subscriptions/searches.ts';
import type { SearchSummary, SubscriptionsSnapshot, SearchState } from '../../../../src-shared/api/searches.ts';
import { emptyReader } from '../../../doubles/empty-store.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { databasesInFolders } from '../../../doubles/in-thread-databases.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { idsFrom, respondInPages, ScriptedService } from '../../../doubles/scripted-service.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const identity: StoreIdentity = { id: someProfile.id, name: someProfile.name, practice: false, source: '' };

export function newInventories(): InventoryOpener {
  const directory = temporaryDirectory();
  return databasesInFolders(() => directory).inventories;
}

/** Stores a search with its first page in an earlier run. */
export async function storedSearch() {
  const inventories = newInventories();
  const { startSearch, stop, clock } = searched(inventories);
  const id = await startSearch({ limit: 2 }, 'more');
  await stop();
  return { id, inventories, clock };
}

/** The service answers with six rows in pages of two by default. */
export function searched(inventories = newInventories(), clock = new FakeClock(), events: EventReader = emptyReader) {
  const service = new ScriptedService();
  service.respond = respondInPages(idsFrom(1, 6), 2);
  const log = new SilentLog();
  const changes = new ChangeSignal();
  const ending = new AbortController();
  const inventory = inventories.open(identity);
  onTestFinished(() => inventory.close());
  const requests = new RequestLog(service, clock, changes);
  const rejected: string[] = [];
  const searches = createSearches({
    profile: someProfile,
    clock,
    log,
    random: () => 0.5,
    inventory,
    requests,
    changes,
    tokens: { accessToken: async () => `token-${rejected.length}`, reject: (token) => void rejected.push(token) },
    events,
    providerClockOffsetMs: () => null,
    stopSignal: ending.signal,
  });
  const running = searches.run();
  const stop = async (): Promise<void> => {
    ending.abort(new Error('the watch is closed'));
    await running;
  };
  onTestFinished(stop);
  async function state(): Promise<SubscriptionsSnapshot> {
    const feed = searches.subscribe(undefined);
    const { value } = await feed.next();
    await feed.return();
    if (value === undefined) throw new Error('it is told of at once');
    return value.state;
  }
  async function summary(id: string): Promise<SearchSummary> {
    const found = (await state()).searches.find((search) => search.id === id);
    if (found === undefined) throw new Error('there is no such search');
    return found;
  }
  const waitForState = (id: string, kind: SearchState['kind']): Promise<SearchSummary> =>
    vi.waitFor(
      async () => {
        const now = await summary(id);
        if (now.state.kind !== kind) throw new Error(`it is ${JSON.stringify(now.state)}`);
        return now;
      },
      { interval: 5, timeout: 60_000 },
    );
  const startSearch = async (body: object, kind: SearchState['kind']): Promise<string> => {
    const { id } = await searches.begin(JSON.stringify(body));
    await waitForState(id, kind);
    return id;
  };
  const ids = async (id: string): Promise<(string | null)[]> => {
    const view = { find: '', sort: null, upTo: Number.MAX_SAFE_INTEGER };
    const { rows } = await inventory.reader.rows({ id, view, from: 0, limit: 500, columns: [] });
    return rows.map((row) => row.id);
  };
  return {
    service,
    clock,
    log,
    inventory,
    requests,
    searches,
    rejected,
    stop,
    state,
    summary,
    waitForState,
    startSearch,
    ids,
  };
}
