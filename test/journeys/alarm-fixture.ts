/** Starts a watch over real HTTP and databases and records its notifications. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { readProfileFile } from '../../src-main/adapters/profile/profile-file.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import { CURRENT_DECODER } from '../../src-main/adapters/sqlite/events/rows/decoder.ts';
import { createStoreWriter } from '../../src-main/adapters/sqlite/events/store-writer.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { compose, type Composition } from '../../src-main/hosts/compose.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import type { AlarmsSnapshot } from '../../src-shared/api/alarms.ts';
import type { Alarm } from '../../src-shared/domain/alarms/raised-alarm.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { RecordingNotifier } from '../doubles/recording-notifier.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { InProcessCommand } from '../support/command.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';

const PROFILE = profileIdSchema.parse('acme-europe');
const ALLOCATION = 'START_PROFILE_ALLOCATION_FAILED';
export const ALLOCATION_CAUSE = `cause:localization/ALLOCATED//${ALLOCATION}`;

export interface AlarmWatch {
  readonly composition: Composition;
  readonly notifier: RecordingNotifier;
  /** Newest first. */
  alarms(): Promise<readonly Alarm[]>;
  state(): Promise<AlarmsSnapshot>;
  watch: Awaited<ReturnType<Composition['watchProfile']>>;
}

/** Call at the top of a test file. */
export function alarmFixture() {
  let folder: string;
  let service: Simulator;
  const open = new Set<Composition>();
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchfloor-alarms-'));
    service = await startSimulator({ scenario: 'none', subscriptions: 20_000, seed: 5 });
  });
  afterEach(async () => {
    for (const composition of open) await composition.stop();
    open.clear();
    await service.stop();
    await rm(folder, { recursive: true });
  });
  const profileFile = () => join(folder, 'profile.json');
  const dataDir = () => join(folder, 'data');

  async function profile() {
    const { clientId, clientSecret } = service.clients.basic;
    const clientSecretFile = join(folder, 'secret');
    await writeFile(clientSecretFile, clientSecret);
    const fields = { id: PROFILE, name: 'Acme', ...service.profile, clientId, flow: 'clientCredentials' };
    // Long, because the clock of a test can run faster than the simulator's.
    await writeFile(profileFile(), JSON.stringify({ ...fields, clientSecretFile, heartbeatSeconds: 300 }));
    return readProfileFile(profileFile());
  }

  return {
    get service() {
      return service;
    },
    dataDir,
    profileFile,
    profile,

    async startWatch(
      notifier = new RecordingNotifier(),
      directory = dataDir(),
      clock?: Clock,
      vaultKeyFile?: string,
    ): Promise<AlarmWatch> {
      const stored = await profile();
      const composition = compose({
        dataDir: directory,
        notifier,
        openDatabases: inThreadDatabases,
        clock,
        vaultKeyFile,
      });
      open.add(composition);
      const watch = await composition.watchProfile(stored, profileFile());
      await vi.waitFor(() => expect(service.control.subscribers().length).toBe(1), { timeout: 60_000 });
      const state = () => stateOf(composition, watch);
      // Events that arrive before the alarms have started do not alarm.
      await vi.waitFor(async () => expect((await state()).rules.length).toBeGreaterThan(0), WAIT_OPTIONS);
      return { composition, notifier, watch, state, alarms: async () => (await state()).alarms };
    },
    async stopWatch({ composition }: AlarmWatch): Promise<void> {
      open.delete(composition);
      await composition.stop();
    },
    /** Deletes all alarm data, as in a store from before alarms existed. No watch may have the store open. */
    forgetAlarms(): void {
      const database = new Sqlite(storePaths(dataDir(), { id: PROFILE, practice: false }).events);
      database.exec(
        "DELETE FROM projection_record WHERE projection = 'alarms'; DELETE FROM projection WHERE name = 'alarms'",
      );
      database.close();
    },
    /** Decodes every event again, as in a store from another version. No watch may have the store open. */
    decodeOtherwise(): void {
      const database = new Sqlite(storePaths(dataDir(), { id: PROFILE, practice: false }).events);
      const writer = createStoreWriter(database, { source: '', decoder: { ...CURRENT_DECODER, version: 99_999 } });
      while (writer.redecode());
      database.close();
    },
    async command(...args: string[]): Promise<string[]> {
      const [name = '', ...options] = args;
      const command = new InProcessCommand([name, '--data-dir', dataDir(), ...options]);
      expect({ code: await command.exit, stderr: command.stderr }).toEqual({ code: 0, stderr: '' });
      return command.stdout.split('\n').filter((line) => line !== '');
    },
    /** Runs `watchfloor outlets`, and returns the lines that it prints. */
    async outlets(...args: readonly string[]): Promise<string[]> {
      const command = new InProcessCommand(['outlets', ...args, '--data-dir', dataDir()]);
      expect({ code: await command.exit, stderr: command.stderr }).toEqual({ code: 0, stderr: '' });
      return command.stdout.split('\n').filter((line) => line !== '');
    },
    send({ kind, id, data }: ReceivedEvent): void {
      service.control.emit({ event: kind, id, data: JSON.parse(data) });
    },
  };
}

async function stateOf({ backend }: Composition, watch: AlarmWatch['watch']): Promise<AlarmsSnapshot> {
  const ending = new AbortController();
  for await (const { state } of backend.watch(watch).alarms.subscribe(ending.signal)) {
    ending.abort();
    return state;
  }
  throw new Error('there is no state of alarms');
}

let sent = 0;
export function failedEvent(number: number, part: Partial<Parameters<typeof sentLocalization>[0]> = {}): ReceivedEvent {
  const eid = `8904903200000100000000${String(3_572_847_000 + number)}`;
  sent += 1;
  return sentLocalization({ eid, operation: 'ALLOCATED', at: Date.now() + sent, errorCode: ALLOCATION, ...part });
}

export const WAIT_OPTIONS = { timeout: 60_000, interval: 50 };
