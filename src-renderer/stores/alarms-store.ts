/**
 * Alarms of the shown watch from the backend's feed, and the actions on them. Changed settings appear immediately and
 * are reverted if the backend rejects them.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AlarmsSnapshot as Snapshot, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../src-shared/domain/alarm.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { WatchScoped } from './watch-scoped.ts';

export interface AlarmsState {
  /** `null` until the first snapshot. Stays after the feed ends. */
  readonly snapshot: Snapshot | null;
  /** Settings that were changed here and are not confirmed yet. */
  readonly pendingSettings: AlarmSettings | null;
  /** Why the feed ended; null while it runs. */
  readonly feedError: Error | null;
  readonly requestError: Error | null;
}

export interface AlarmsStore extends StoreApi<AlarmsState>, WatchScoped {
  /** Restarts the feed after `feedError`; keeps the last snapshot. */
  resubscribe(): void;
  /** Changes the settings as shown, including unconfirmed changes. */
  changeSettings(part: Partial<AlarmSettings>): Promise<void>;
  test(): Promise<void>;
  acknowledge(alarms: readonly string[]): Promise<void>;
  /** Records that the alarm was opened. @returns the target; null if the request failed */
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
      // A later change contains this one. The feed confirms the stored settings; after an error the old ones stay.
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

export function currentSettings({ snapshot, pendingSettings }: AlarmsState): AlarmSettings | null {
  return pendingSettings ?? snapshot?.settings ?? null;
}
