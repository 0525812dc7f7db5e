/** The exports of this run of the backend, of every watch: they go on there, whatever the page does meanwhile. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ExportJob, StartExport } from '../../src-shared/api/exports.ts';
import type { RowsView } from '../../src-shared/api/searches.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';

export interface ExportsState {
  /** Newest first; `null` until the backend told them. */
  readonly jobs: readonly ExportJob[] | null;
  /** Ended ones whose end somebody has looked at, and those that had ended before this page came. */
  readonly acknowledged: ReadonlySet<string>;
  /** What the last thing that was asked for here failed with. */
  readonly requestError: Error | null;
  /** A start was asked for and not answered yet. */
  readonly isStarting: boolean;
  readonly dialog: ExportDialogState | null;
}

export interface SearchToExport {
  /** Its id. */
  readonly search: string;
  readonly view: RowsView;
  /** Field names of the columns that are shown. */
  readonly columns: readonly string[];
  /** All of it is proposed, also what is not loaded yet. */
  readonly awaitsAll: boolean;
}

type ExportDialogState =
  | { readonly kind: 'new'; readonly filter: Filter }
  | ({ readonly kind: 'new-search' } & SearchToExport)
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
const RESUBSCRIBE_DELAY_MS = 5_000;

export function createExportsStore(
  { exports: backend }: Pick<BackendClient, 'exports'>,
  clock: PageClock,
): ExportsStore {
  const store = createStore<ExportsState>(() => ({
    jobs: null,
    acknowledged: new Set(),
    requestError: null,
    isStarting: false,
    dialog: null,
  }));
  let stopFeed: Stop = () => undefined;
  let stopWaiting: Stop = () => undefined;
  let isStopped = false;

  function applyJobs(told: readonly ExportJob[]): void {
    const jobs = told.toSorted((a, b) => b.startedAt - a.startedAt);
    const { jobs: before, dialog } = store.getState();
    store.setState({ jobs });
    for (const { id, state } of jobs)
      if (state.kind !== 'running' && (before === null || (dialog?.kind === 'job' && dialog.id === id))) notice(id);
  }
  function notice(id: string): void {
    store.setState(({ acknowledged }) => (acknowledged.has(id) ? {} : { acknowledged: new Set(acknowledged).add(id) }));
  }
  function listen(): void {
    stopFeed = backend.subscribe({
      onData: applyJobs,
      onEnd() {
        if (!isStopped) stopWaiting = clock.after(RESUBSCRIBE_DELAY_MS, listen);
      },
    });
  }
  listen();

  async function ask(call: () => Promise<void>): Promise<void> {
    store.setState({ requestError: null });
    try {
      await call();
    } catch (error) {
      store.setState({ requestError: asError(error) });
    }
  }
  function show(dialog: ExportDialogState | null): void {
    store.setState({ dialog, requestError: null });
    if (dialog?.kind !== 'job') return;
    const shown = store.getState().jobs?.find(({ id }) => id === dialog.id);
    if (shown !== undefined && shown.state.kind !== 'running') notice(shown.id);
  }

  return {
    ...store,
    show,
    async start(what) {
      if (store.getState().isStarting) return;
      store.setState({ isStarting: true });
      await ask(async () => {
        const { id } = await backend.start(what);
        // Somebody may have closed the dialog meanwhile; the bar shows it all the same.
        if (store.getState().dialog?.kind.startsWith('new') === true) show({ kind: 'job', id });
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

/** What the bar tells of: what runs, else what ended and nobody has looked at. */
export function shownInBar({ jobs, acknowledged }: Pick<ExportsState, 'jobs' | 'acknowledged'>): ExportJob | null {
  if (jobs === null) return null;
  const running = jobs.find(({ state }) => state.kind === 'running');
  const ended = jobs.find(({ id, state }) => state.kind !== 'cancelled' && !acknowledged.has(id));
  return running ?? ended ?? null;
}
