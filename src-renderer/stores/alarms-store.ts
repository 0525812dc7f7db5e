/**
 * Alarms of the watch that is shown, as the backend's feed tells them, and what this page asks of them. What was set here
 * and is not told back yet is shown at once, and taken back where it was refused.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AlarmsState as Told, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../src-shared/domain/alarm.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { WatchScoped } from './watch-scoped.ts';

export interface AlarmsState {
  /** `null` until it was told. It stays when nothing more is told. */
  readonly told: Told | null;
  /** Set here, and on its way. */
  readonly wanted: AlarmSettings | null;
  /** Why nothing more is told; `null` where it is. */
  readonly trouble: Error | null;
  /** What the last thing that was asked for here failed with. */
  readonly refusal: Error | null;
}

export interface AlarmsStore extends StoreApi<AlarmsState>, WatchScoped {
  /** After `trouble`; what was told last stays meanwhile. */
  followAgain(): void;
  /** Of what is shown by then. */
  change(part: Partial<AlarmSettings>): Promise<void>;
  test(): Promise<void>;
  seen(alarms: readonly string[]): Promise<void>;
  /** That somebody opened it is in its history. @returns where to go; `null`: it was refused */
  openAlarm(alarm: string): Promise<ShowTarget | null>;
}

const NOTHING: AlarmsState = { told: null, wanted: null, trouble: null, refusal: null };

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
    mine.stop = backend.follow(watch, {
      onData(told) {
        if (opened === mine) store.setState({ told, trouble: null });
      },
      onEnd(error) {
        if (opened === mine && error !== null) store.setState({ trouble: error });
      },
    });
  }
  async function ask<T>(call: (watch: WatchId) => Promise<T>): Promise<T | null> {
    const mine = opened;
    if (mine === null) return null;
    store.setState({ refusal: null });
    try {
      return await call(mine.watch);
    } catch (error) {
      if (opened === mine) store.setState({ refusal: asError(error) });
      return null;
    }
  }

  return {
    ...store,
    open({ watch }) {
      close();
      listen(watch);
    },
    follow: () => undefined,
    close,
    followAgain() {
      if (opened === null || store.getState().trouble === null) return;
      opened.stop();
      store.setState({ trouble: null });
      listen(opened.watch);
    },
    async change(part) {
      const settings = settingsShown(store.getState());
      if (settings === null) return;
      const wanted = { ...settings, ...part };
      changes += 1;
      const own = changes;
      store.setState({ wanted });
      await ask((watch) => backend.putSettings(watch, wanted));
      // A later change has what this one had; told is what was stored, or what stays where it was refused.
      if (own !== changes) return;
      const { told, refusal } = store.getState();
      store.setState({ wanted: null, told: told === null || refusal !== null ? told : { ...told, settings: wanted } });
    },
    openAlarm: (alarm) => ask((watch) => backend.open(watch, alarm)),
    async test() {
      await ask((watch) => backend.test(watch));
    },
    async seen(alarms) {
      await ask((watch) => backend.seen(watch, alarms));
    },
  };
}

/** As they were set last, whether or not that has come back. */
export function settingsShown({ told, wanted }: AlarmsState): AlarmSettings | null {
  return wanted ?? told?.settings ?? null;
}
