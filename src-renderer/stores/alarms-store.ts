/** Changed settings appear immediately and are reverted if the backend rejects them. */
import { createStore } from 'zustand/vanilla';
import type { AlarmsSnapshot as Snapshot } from '../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../src-shared/domain/cases/alarm.ts';
import type { BackendClient } from '../backend/client.ts';
import { createWatchFeed } from './loading/watch-feed.ts';

export interface AlarmsState {
  readonly snapshot: Snapshot | null;
  readonly pendingSettings: AlarmSettings | null;
  readonly feedError: Error | null;
  readonly requestError: Error | null;
}

const NOTHING: AlarmsState = { snapshot: null, pendingSettings: null, feedError: null, requestError: null };

export type AlarmsStore = ReturnType<typeof createAlarmsStore>;

export function createAlarmsStore({ alarms: backend }: Pick<BackendClient, 'alarms'>) {
  const store = createStore<AlarmsState>(() => NOTHING);
  let changes = 0;
  const { open, close, resubscribe, request, send } = createWatchFeed<Snapshot>({
    subscribe: (watch, listener) => backend.feed.subscribe({ watch }, listener),
    onData: (snapshot) => store.setState({ snapshot }),
    onErrors: (errors) => store.setState(errors),
    reset: () => store.setState(NOTHING),
  });

  return {
    ...store,
    open,
    close,
    resubscribe,
    async changeSettings(part: Partial<AlarmSettings>) {
      const settings = currentSettings(store.getState());
      if (settings === null) return;
      const pendingSettings = { ...settings, ...part };
      changes += 1;
      const changesBefore = changes;
      store.setState({ pendingSettings });
      await request((watch) => backend.putSettings.mutate({ watch, settings: pendingSettings }));
      // A later change contains this one. The feed confirms the stored settings; after an error the old ones stay.
      if (changesBefore !== changes) return;
      const { snapshot, requestError } = store.getState();
      store.setState({
        pendingSettings: null,
        snapshot: snapshot === null || requestError !== null ? snapshot : { ...snapshot, settings: pendingSettings },
      });
    },
    /** Records that the alarm was opened. @returns the target; null if the request failed */
    async openAlarm(alarm: string) {
      const opening = await request((watch) => backend.open.mutate({ watch, alarm }));
      return opening?.value.target ?? null;
    },
    test: () => send((watch) => backend.test.mutate({ watch })),
    acknowledge: (alarms: readonly string[]) =>
      send((watch) => backend.acknowledge.mutate({ watch, alarms: [...alarms] })),
  };
}

export function currentSettings({ snapshot, pendingSettings }: AlarmsState): AlarmSettings | null {
  return pendingSettings ?? snapshot?.settings ?? null;
}
