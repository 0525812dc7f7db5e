import type { ExportJobs } from '../../src-main/core/exports/export-jobs.ts';
import { appError } from '../../src-shared/api/errors.ts';

export const noExports: ExportJobs = {
  async *subscribe() {
    yield { revision: 1, jobs: [] };
  },
  start: ({ watch }) => Promise.reject(appError('WATCH_CLOSED', { watch })),
  cancel: (id) => Promise.reject(appError('NO_EXPORT', { id })),
  forget: (id) => Promise.reject(appError('NO_EXPORT', { id })),
};
