/** The team of the shown profile, and changes of the member that holds the seat. */
import { createStore } from 'zustand/vanilla';
import type { TeamStatus } from '../../src-shared/api/team.ts';
import type { HandedOver, TakenOver } from '../../src-shared/domain/team.ts';
import type { BackendClient } from '../backend/client.ts';
import { createWatchFeed } from './queries/watch-feed.ts';

export interface TeamPageState {
  /** `status` is null without a team, and until the watch has started. */
  readonly received: { readonly status: TeamStatus | null } | null;
  readonly feedError: Error | null;
  readonly requestError: Error | null;
  /** Keys of the notices that the user of this page closed. */
  readonly dismissed: ReadonlySet<string>;
}

const NOTHING: TeamPageState = { received: null, feedError: null, requestError: null, dismissed: new Set() };

export type TeamPageStore = ReturnType<typeof createTeamStore>;

export function createTeamStore({ team: backend }: Pick<BackendClient, 'team'>) {
  const store = createStore<TeamPageState>(() => NOTHING);
  const { open, close, resubscribe, request, send } = createWatchFeed<TeamStatus | null>({
    subscribe: (watch, listener) => backend.feed.subscribe({ watch }, listener),
    onData: (status) => store.setState({ received: { status } }),
    onErrors: (errors) => store.setState(errors),
    reset: () => store.setState(NOTHING),
  });
  return {
    ...store,
    open,
    close,
    resubscribe,
    /** @returns null if it is not known; `requestError` says why */
    handOver: async (to: string): Promise<HandedOver | null> =>
      (await request((watch) => backend.handOver.mutate({ watch, to })))?.value ?? null,
    /** @returns null if it is not known; `requestError` says why */
    takeOver: async (reason: string): Promise<TakenOver | null> =>
      (await request((watch) => backend.takeOver.mutate({ watch, reason })))?.value ?? null,
    dismiss: (notice: string) => store.setState(({ dismissed }) => ({ dismissed: new Set([...dismissed, notice]) })),
    ask: () => send((watch) => backend.ask.mutate({ watch })),
    decline: (reason: string) => send((watch) => backend.decline.mutate({ watch, reason })),
  };
}
