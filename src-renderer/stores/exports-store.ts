/** The exports of this run of the backend, of every watch: they go on there, whatever the page does meanwhile. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ExportJob, StartExport } from '../../src-shared/api/exports.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';

export interface ExportsState {
  /** Newest first. */
  readonly jobs: readonly ExportJob[];
  /** What the last thing that was asked for here failed with. */
  readonly refusal: Error | null;
  /** A start was asked for and not answered yet. */
  readonly isStarting: boolean;
  readonly dialog: ExportDialogState | null;
}

export type ExportDialogState =
  | { readonly kind: 'new'; readonly filter: Filter }
  /** Of one of them. It is gone where somebody took it off the list. */
  | { readonly kind: 'job'; readonly id: string };

export interface ExportsStore extends StoreApi<ExportsState> {
  show(dialog: ExportDialogState | null): void;
  start(what: StartExport): Promise<void>;
  cancel(id: string): Promise<void>;
  forget(id: string): Promise<void>;
  stop(): void;
}

/** The feed ends with the backend alone; another one takes a while. */
const LISTEN_AGAIN_MS = 5_000;

export function createExportsStore(
  { exports: backend }: Pick<BackendClient, 'exports'>,
  clock: PageClock,
): ExportsStore {
  const store = createStore<ExportsState>(() => ({ jobs: [], refusal: null, isStarting: false, dialog: null }));
  let stopFeed: Stop = () => undefined;
  let stopWaiting: Stop = () => undefined;
  let isStopped = false;

  function listen(): void {
    stopFeed = backend.follow({
      onData: (jobs) => store.setState({ jobs: jobs.toSorted((a, b) => b.startedAt - a.startedAt) }),
      onEnd() {
        if (!isStopped) stopWaiting = clock.after(LISTEN_AGAIN_MS, listen);
      },
    });
  }
  listen();

  async function ask(call: () => Promise<void>): Promise<void> {
    store.setState({ refusal: null });
    try {
      await call();
    } catch (error) {
      store.setState({ refusal: asError(error) });
    }
  }

  return {
    ...store,
    show: (dialog) => store.setState({ dialog, refusal: null }),
    async start(what) {
      if (store.getState().isStarting) return;
      store.setState({ isStarting: true });
      await ask(async () => {
        const { id } = await backend.start(what);
        // Somebody may have hidden the dialog meanwhile.
        store.setState(({ dialog }) => (dialog?.kind === 'new' ? { dialog: { kind: 'job', id } } : {}));
      });
      store.setState({ isStarting: false });
    },
    cancel: (id) => ask(() => backend.cancel(id)),
    forget: (id) => ask(() => backend.forget(id)),
    stop() {
      isStopped = true;
      stopFeed();
      stopWaiting();
    },
  };
}
