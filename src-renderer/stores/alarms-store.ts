/**
 * Alarms of the watch that is shown, as the backend's feed tells them, and what this page asks of them. What was set here
 * and is not told back yet is shown at once, and taken back where it was refused.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AlarmsSnapshot as Snapshot, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../src-shared/domain/alarm.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { WatchScoped } from './watch-scoped.ts';

export interface AlarmsState {
  /** `null` until it was told. It stays when nothing more is told. */
  readonly snapshot: Snapshot | null;
  /** Set here, and on its way. */
  readonly pendingSettings: AlarmSettings | null;
  /** Why nothing more is told; `null` where it is. */
  readonly feedError: Error | null;
  /** What the last thing that was asked for here failed with. */
  readonly requestError: Error | null;
}

export interface AlarmsStore extends StoreApi<AlarmsState>, WatchScoped {
  /** After `feedError`; what was told last stays meanwhile. */
  resubscribe(): void;
  /** Of what is shown by then. */
  changeSettings(part: Partial<AlarmSettings>): Promise<void>;
  test(): Promise<void>;
  acknowledge(alarms: readonly string[]): Promise<void>;
  /** That somebody opened it is in its history. @returns where to go; `null`: it was refused */
  openAlarm(alarm: string): Promise<ShowTarget | null>;
}

const NOTHING: AlarmsState = { snapshot: null, pendingSettings: null, feedError: null, requestError: null };

export function createAlarmsStore({ alarms: backend }: Pick<BackendClient, 'alarms'>): AlarmsStore {
  const store = createStore<AlarmsState>(() => NOTHING);
  let opened: { readonly watch: WatchId; stop: Stop } | null = null;
  let changes = 0;

  function close(): void {
    opened?.stop();
    opened = null;
    store.setState(NOTHING);
  }
  function listen(watch: WatchId): void {
    const mine = { watch, stop: (): void => undefined };
    opened = mine;
    mine.stop = backend.subscribe(watch, {
      onData(snapshot) {
        if (opened === mine) store.setState({ snapshot, feedError: null });
      },
      onEnd(error) {
        if (opened === mine && error !== null) store.setState({ feedError: error });
      },
    });
  }
  async function ask<T>(call: (watch: WatchId) => Promise<T>): Promise<T | null> {
    const mine = opened;
    if (mine === null) return null;
    store.setState({ requestError: null });
    try {
      return await call(mine.watch);
    } catch (error) {
      if (opened === mine) store.setState({ requestError: asError(error) });
      return null;
    }
  }

  return {
    ...store,
    open({ watch }) {
      close();
      listen(watch);
    },
    onSnapshot: () => undefined,
    close,
    resubscribe() {
      if (opened === null || store.getState().feedError === null) return;
      opened.stop();
      store.setState({ feedError: null });
      listen(opened.watch);
    },
    async changeSettings(part) {
      const settings = currentSettings(store.getState());
      if (settings === null) return;
      const pendingSettings = { ...settings, ...part };
      changes += 1;
      const own = changes;
      store.setState({ pendingSettings });
      await ask((watch) => backend.putSettings(watch, pendingSettings));
      // A later change has what this one had; told is what was stored, or what stays where it was refused.
      if (own !== changes) return;
      const { snapshot, requestError } = store.getState();
      store.setState({
        pendingSettings: null,
        snapshot: snapshot === null || requestError !== null ? snapshot : { ...snapshot, settings: pendingSettings },
      });
    },
    openAlarm: (alarm) => ask((watch) => backend.open(watch, alarm)),
    async test() {
      await ask((watch) => backend.test(watch));
    },
    async acknowledge(alarms) {
      await ask((watch) => backend.acknowledge(watch, alarms));
    },
  };
}

/** As they were set last, whether or not that has come back. */
export function currentSettings({ snapshot, pendingSettings }: AlarmsState): AlarmSettings | null {
  return pendingSettings ?? snapshot?.settings ?? null;
}
