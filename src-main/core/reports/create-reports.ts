/** Shift reports of one watch: gathers what is stored of a span, and lets `shift-report.ts` make of it what is told. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { Cases } from '../cases/cases.ts';
import type { BookReader } from '../ports/case-book.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { Reports } from './reports.ts';

export interface ReportedWatch {
  readonly profile: string;
  readonly domain: string | null;
  readonly practice: boolean;
}

export interface ReportParts {
  readonly cases: Pick<Cases, 'requestFacts'>;
  readonly book: Pick<BookReader, 'position' | 'stays' | 'cases' | 'attempts' | 'list'>;
  /** Behind which nobody waits for a page. */
  readonly scanner: Pick<EventReader, 'extent' | 'coverage' | 'facts'>;
  readonly clock: Clock;
  /** As it is called now. */
  readonly label: () => ReportedWatch;
  /** As of `coverageFigures`: until when the session that lasts is known to have listened. */
  readonly liveUntil: () => number | null;
}

export function createReports(_parts: ReportParts): Reports {
  const refuse = async (): Promise<never> => {
    throw appError('UNSUPPORTED', { what: 'reports' });
  };
  return { report: refuse, text: refuse };
}
