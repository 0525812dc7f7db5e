import type { ExportJob } from '../../src-shared/api/exports.ts';
import { START, WATCH } from './page-watch.ts';

export function exportJob(part: Partial<ExportJob> = {}): ExportJob {
  return {
    id: 'export-1',
    of: 'events',
    watch: WATCH,
    fileName: 'acme-europe-2026-11-21T1431Z.jsonl',
    path: '/home/noc/.local/share/watchfloor/exports/acme-europe-2026-11-21T1431Z.jsonl',
    href: null,
    state: { kind: 'running' },
    rows: 0,
    total: null,
    loaded: null,
    bytes: 0,
    unreadable: 0,
    spreadsheet: null,
    startedAt: START,
    endedAt: null,
    rowsPerSecond: 0,
    ...part,
  };
}
