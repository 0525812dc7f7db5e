/** Shows the age of a list, a figure or a subject. */
import {
  type AgeForms,
  ageWords,
  type ReportedSpan,
  reportedWords,
  type Unwatched,
} from '../../src-shared/words/events/reported-words.ts';
import { useAsOf, useNow, useSignal, useWatch } from '../stores/use-stores.ts';
import { useTimeText } from '../stores/use-time-text.ts';
import { lengthText } from '../time/time-text.ts';

interface LastReportedProps extends ReportedSpan {
  /** Names the newest report. */
  readonly what?: string;
}

/** Not within an `output` or an alert: its text changes each minute. */
export function LastReported({ what = 'Last reported', ...span }: LastReportedProps) {
  const forms = useAgeForms();
  const unwatched = useUnwatched();
  return <span>{reportedWords(what, span, unwatched, forms)}</span>;
}

/** Shows the age of rows that no stream updates. */
export function Answered(span: ReportedSpan) {
  const forms = useAgeForms();
  return <span>{ageWords('Answered', span, forms)}</span>;
}

function useAgeForms(): AgeForms {
  const now = useNow(60_000);
  return { now, time: useTimeText({ zoned: true }), length: lengthText };
}

function useUnwatched(): Unwatched | null {
  const lostAt = useAsOf();
  const signal = useSignal();
  const notStoredSince = useWatch(({ shown }) => (shown?.storage.kind === 'failing' ? shown.storage.since : null));
  if (lostAt !== null) return { since: lostAt, by: 'page' };
  if (notStoredSince !== null) return { since: notStoredSince, by: 'store' };
  // A brief reconnect is over before the words are read.
  if (signal.kind === 'watching' || signal.kind === 'reconnecting' || !('since' in signal)) return null;
  return { since: signal.since, by: 'stream' };
}
