import { appError } from '../../../src-shared/api/errors.ts';
import type { OutletsSnapshot, OutletTest } from '../../../src-shared/api/outlets.ts';
import type { NewOutlet, Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { PAGE_PLACES } from '../../../src-shared/words/outlets/outlet-words.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, StoreIdentity } from '../ports/event-store.ts';
import type { OutletFiles, OutletSecrets } from '../ports/outlets.ts';
import type { ProfileList } from '../views/profile-list.ts';
import { outletEntry, type OutletLog, outletLog, storedOutlet } from './outlet-entries.ts';
import { addOutlet, changeOutlet, draftOutlet, removeOutlet } from './outlet-list.ts';
import type { CurrentOutlet } from './outlet-state.ts';
import { isHiddenFromPage, withoutReceiverWords } from './page-words.ts';
import type { OutletFigures } from './run-outlet.ts';
import { type OutletsParts, runOutlets } from './run-outlets.ts';
import { sendTest, testAnswer } from './send-test.ts';

export interface Outlets {
  /** Yields all outlets immediately, then after each change. @throws AppError OUTLETS_DAMAGED, STORE_UNREADABLE */
  subscribe(signal: AbortSignal | undefined): StateFeed<OutletsSnapshot>;
  /** Adds an outlet, which runs immediately. @throws as `addOutlet` */
  add(outlet: NewOutlet, secret: string | null): Promise<void>;
  /** Changes an outlet, which then runs with its new settings. @throws as `changeOutlet` */
  change(id: string, outlet: NewOutlet, secret: string | null): Promise<void>;
  /** Removes an outlet and its secret. @throws as `removeOutlet` */
  remove(id: string): Promise<void>;
  /** Sends a message that says that it is a test. @throws AppError BAD_ARGUMENT if there is no such outlet */
  test(id: string): Promise<OutletTest>;
  /** Tests an outlet before it is stored. A null `secret` means the one of the outlet `id`. @throws as `changeOutlet` */
  testDraft(id: string | null, outlet: NewOutlet, secret: string | null): Promise<OutletTest>;
  /** For the history of alarms. `changes` emits after each delivery. */
  readonly logs: { readonly changes: ChangeSignal; read(): Promise<readonly OutletLog[]> };
  /** Figures of the outlets that run here and whose state is known. Reads nothing. */
  figures(): readonly OutletFigures[];
}

interface CreateOutletsParts extends Omit<OutletsParts, 'files' | 'onChange' | 'changes' | 'running'> {
  readonly files: OutletFiles;
  readonly reader: Pick<EventReader, 'projectionRecords' | 'lineage'>;
}

/** Deliveries in a storm change the state many times a second. */
const MIN_INTERVAL_MS = 1_000;
/** Another process writes the state of a watch that is read only, and sends no signal. */
const POLL_INTERVAL_MS = 5_000;

export function createOutlets(
  parts: CreateOutletsParts,
  stopSignal: AbortSignal,
): Outlets & { run(signal: AbortSignal): Promise<void> } {
  const { storeIdentity, files, clock, newId, watching } = parts;
  const inTurn = createSequencer();
  const settings = new ChangeSignal();
  const states = new ChangeSignal();
  const running: OutletsParts['running'] = new Map();
  const list = { ...parts, newestSeq: async () => watching.newestSeq, places: PAGE_PLACES };
  const feedParts = { ...parts, currentOf, readOnly: false, settings, states };

  function currentOf({ id }: Outlet): CurrentOutlet | null {
    return running.get(id)?.current ?? null;
  }

  async function test(outlet: Outlet, secrets: Pick<OutletSecrets, 'read'>): Promise<OutletTest> {
    const { profile } = watching;
    const named = { id: profile.id, name: profile.name, domain: watching.label().domain };
    const sent = { ...parts, secrets, profile, named, now: clock.now(), id: `test-${newId()}` };
    const answer = testAnswer(outlet, await sendTest(sent, outlet, stopSignal));
    return isHiddenFromPage(outlet) ? { ...answer, words: withoutReceiverWords(answer.words) } : answer;
  }

  const change = (run: () => Promise<void>) =>
    inTurn(async () => {
      await run();
      settings.notify();
    });

  return {
    figures: () => [...running.values()].flatMap(({ figures }) => figures ?? []),
    run: (signal) => runOutlets({ ...parts, changes: settings, running, onChange: () => states.notify() }, signal),
    subscribe: (signal) => outletsFeed(feedParts, eitherSignal(signal, stopSignal)),
    logs: { changes: states, read: () => outletLogs(feedParts) },
    add: (outlet, secret) => change(() => addOutlet(list, outlet, secret, stopSignal)),
    change: (id, outlet, secret) => change(() => changeOutlet(list, id, outlet, secret, stopSignal)),
    remove: (id) => change(() => removeOutlet(list, id)),
    async test(id) {
      const outlet = (await files.read(storeIdentity)).find((one) => one.id === id);
      if (outlet === undefined) throw appError('BAD_ARGUMENT', { words: 'This outlet was removed.' });
      return test(outlet, parts.secrets);
    },
    async testDraft(id, given, secret) {
      const listed = await files.read(storeIdentity);
      const outlet = draftOutlet(files, listed, id, given, secret, PAGE_PLACES);
      // The stored secret is for the stored address and header only.
      const keepsSecret = listed.some(
        (one) => one.id === outlet.id && one.url === outlet.url && one.auth === outlet.auth,
      );
      return test(outlet, secret === null && keepsSecret ? parts.secrets : { read: async () => secret });
    },
  };
}

interface ReadOnlyOutletsParts {
  readonly storeIdentity: StoreIdentity;
  readonly files: Pick<OutletFiles, 'read'>;
  readonly views: Pick<ProfileList<SavedView>, 'read'>;
  readonly reader: Pick<EventReader, 'projectionRecords'>;
  readonly clock: Clock;
  readonly refuse: () => Promise<never>;
}

export function readOnlyOutlets({ refuse, ...parts }: ReadOnlyOutletsParts, stopSignal: AbortSignal): Outlets {
  const never = new ChangeSignal();
  const feedParts = { ...parts, currentOf: () => null, readOnly: true, settings: never, states: never };
  return {
    subscribe: (signal) => outletsFeed(feedParts, eitherSignal(signal, stopSignal)),
    logs: { changes: never, read: () => outletLogs(feedParts) },
    add: refuse,
    change: refuse,
    remove: refuse,
    figures: () => [],
    test: refuse,
    testDraft: refuse,
  };
}

interface OutletsFeedParts extends Omit<ReadOnlyOutletsParts, 'refuse'> {
  readonly currentOf: (outlet: Outlet) => CurrentOutlet | null;
  readonly readOnly: boolean;
  readonly settings: ChangeSignal;
  readonly states: ChangeSignal;
}

function outletsFeed(parts: OutletsFeedParts, until: AbortSignal): StateFeed<OutletsSnapshot> {
  const { views, clock, readOnly, settings, states } = parts;
  async function read(): Promise<OutletsSnapshot> {
    const saved = await views.read().catch(() => null);
    const outlets = await currentOutlets(parts, (outlet, current) => outletEntry(outlet, current, saved));
    return { outlets, readOnly };
  }
  return stateFeed(
    {
      clock,
      read,
      changes: () => [settings, states],
      urgent: () => [settings],
      minIntervalMs: MIN_INTERVAL_MS,
      ...(readOnly ? { maxIntervalMs: () => POLL_INTERVAL_MS } : {}),
    },
    until,
  );
}

function outletLogs(parts: OutletsFeedParts): Promise<readonly OutletLog[]> {
  return currentOutlets(parts, outletLog);
}

async function currentOutlets<Entry>(
  { storeIdentity, files, reader, currentOf }: OutletsFeedParts,
  entryOf: (outlet: Outlet, current: CurrentOutlet) => Entry,
): Promise<Entry[]> {
  const outlets = await files.read(storeIdentity);
  return Promise.all(
    outlets.map(async (outlet) => entryOf(outlet, currentOf(outlet) ?? (await storedOutlet(reader, outlet)))),
  );
}
