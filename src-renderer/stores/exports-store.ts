/** Exports of every watch since the backend started. They run in the backend, independently of the page. */
import { createStore } from 'zustand/vanilla';
import type { ExportJob, StartExport } from '../../src-shared/api/exports.ts';
import type { RowsView } from '../../src-shared/api/searches.ts';
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient } from '../backend/client.ts';
import { keepSubscribed } from '../backend/keep-subscribed.ts';
import type { PageClock } from '../time/page-clock.ts';

export interface ExportsState {
  readonly jobs: readonly ExportJob[] | null;
  /** Ended exports whose result the user has seen, and those that ended before this page opened. */
  readonly acknowledged: ReadonlySet<string>;
  readonly requestError: Error | null;
  readonly isStarting: boolean;
  readonly dialog: ExportDialogState | null;
}

export interface SearchToExport {
  readonly search: string;
  readonly view: RowsView;
  readonly columns: readonly string[];
  readonly awaitsAll: boolean;
}

export type ExportDialogState =
  | { readonly kind: 'new'; readonly filter: Filter }
  | ({ readonly kind: 'new-search' } & SearchToExport)
  /** `isNew`: started in this dialog. */
  | { readonly kind: 'job'; readonly id: string; readonly isNew?: boolean };

export type ExportsStore = ReturnType<typeof createExportsStore>;

export function createExportsStore({ exports: backend }: Pick<BackendClient, 'exports'>, clock: PageClock) {
  const store = createStore<ExportsState>(() => ({
    jobs: null,
    acknowledged: new Set(),
    requestError: null,
    isStarting: false,
    dialog: null,
  }));

  function applyJobs(reported: readonly ExportJob[]): void {
    const jobs = reported.toSorted((a, b) => b.startedAt - a.startedAt);
    const { jobs: before, dialog } = store.getState();
    store.setState({ jobs });
    for (const { id, state } of jobs)
      if (state.kind !== 'running' && (before === null || (dialog?.kind === 'job' && dialog.id === id))) notice(id);
  }
  function notice(id: string): void {
    store.setState(({ acknowledged }) => (acknowledged.has(id) ? {} : { acknowledged: new Set(acknowledged).add(id) }));
  }
  const stop = keepSubscribed(clock, (listener) => backend.feed.subscribe(undefined, listener), applyJobs);

  async function request(call: () => Promise<void>): Promise<void> {
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
    async start(options: StartExport) {
      if (store.getState().isStarting) return;
      store.setState({ isStarting: true });
      await request(async () => {
        const { id } = await backend.start.mutate(options);
        // If the user has closed the dialog, only the top bar shows the export.
        if (store.getState().dialog?.kind.startsWith('new') === true) show({ kind: 'job', id, isNew: true });
      });
      store.setState({ isStarting: false });
    },
    cancel: (id: string) => request(() => backend.cancel.mutate({ id })),
    forget: (id: string) => request(() => backend.forget.mutate({ id })),
    stop,
  };
}

/** The export for the top bar: a running one, else an ended one that the user has not seen. */
export function shownInBar({ jobs, acknowledged }: Pick<ExportsState, 'jobs' | 'acknowledged'>): ExportJob | null {
  if (jobs === null) return null;
  const running = jobs.find(({ state }) => state.kind === 'running');
  const ended = jobs.find(({ id, state }) => state.kind !== 'cancelled' && !acknowledged.has(id));
  return running ?? ended ?? null;
}
