import { createStore } from 'zustand/vanilla';
import type { TeamStatus } from '../../src-shared/api/team.ts';
import type { HandedOver, TakenOver } from '../../src-shared/domain/team.ts';
import type { BackendClient } from '../backend/client.ts';
import { createWatchFeed } from './loading/watch-feed.ts';

export interface TeamPageState {
  /** `status` is null without a team, and until the watch has started. */
  readonly received: { readonly status: TeamStatus | null } | null;
  readonly feedError: Error | null;
  readonly requestError: Error | null;
  readonly dismissed: ReadonlySet<string>;
}

/** An operator is away after 10 min, so the time of the last input need not be exact. */
const INPUT_INTERVAL_MS = 30_000;

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
  let inputAt = Number.NEGATIVE_INFINITY;
  return {
    ...store,
    /** Reports at most every 30 s that the operator uses the page. A lost report is made up for by the next input. */
    recordInput(now: number): void {
      // The clock of the backend may have been set back.
      if (Math.abs(now - inputAt) < INPUT_INTERVAL_MS) return;
      inputAt = now;
      backend.recordInput.mutate().catch(() => {
        inputAt = Number.NEGATIVE_INFINITY;
      });
    },
    open,
    close,
    resubscribe,
    handOver: async (to: string): Promise<HandedOver | null> =>
      (await request((watch) => backend.handOver.mutate({ watch, to })))?.value ?? null,
    takeOver: async (reason: string): Promise<TakenOver | null> =>
      (await request((watch) => backend.takeOver.mutate({ watch, reason })))?.value ?? null,
    dismiss: (notice: string) => store.setState(({ dismissed }) => ({ dismissed: new Set([...dismissed, notice]) })),
    ask: () => send((watch) => backend.ask.mutate({ watch })),
    decline: (reason: string) => send((watch) => backend.decline.mutate({ watch, reason })),
  };
}
