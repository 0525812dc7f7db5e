/** Support packs of one watch: gathers what is asked for, masks it, and writes or shows it. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { Cases } from '../cases/cases.ts';
import type { BookReader } from '../ports/case-book.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { ExportFiles } from '../ports/export-files.ts';
import type { ReportedWatch } from '../reports/create-reports.ts';
import type { SupportPacks } from './support-packs.ts';

export interface SupportPackParts {
  readonly cases: Pick<Cases, 'detail' | 'list' | 'requestFacts' | 'resources'>;
  readonly book: Pick<BookReader, 'cases' | 'attempts'>;
  /** Behind which nobody waits for a page. */
  readonly scanner: Pick<EventReader, 'extent' | 'event' | 'events' | 'coverage' | 'facts'>;
  readonly clock: Clock;
  /** As it is called now. */
  readonly label: () => ReportedWatch;
  readonly liveUntil: () => number | null;
  readonly files: ExportFiles;
}

export function createSupportPacks(_parts: SupportPackParts): SupportPacks {
  const refuse = async (): Promise<never> => {
    throw appError('UNSUPPORTED', { what: 'support packs' });
  };
  return { preview: refuse, text: refuse, save: refuse };
}
