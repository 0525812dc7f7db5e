import { authorNamer } from '../../../src-shared/domain/cases/author-name.ts';
import type { CauseLine, ShiftReport } from '../../../src-shared/api/reports.ts';
import { type Cause, consequenceRank } from '../../../src-shared/domain/cases/case-keys.ts';
import { lineOutcome, sum } from '../../../src-shared/domain/report-cases.ts';
import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';
import { causeWords, changeName, consequenceTitles } from '../../../src-shared/words/case-words.ts';
import { actionWords } from '../../../src-shared/words/ownership-words.ts';
import { counted, numberText } from '../../../src-shared/words/store-words.ts';
import { withinSentence } from '../../../src-shared/words/within-sentence.ts';
import { fixedSpan, type ReportSpan } from '../../time/report-span.ts';
import { lengthText } from '../../time/time-text.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { caseHref } from '../../address/case-links.ts';

interface SinceLine {
  /** UTC epoch ms; null if the line is about the complete span. */
  readonly at: number | null;
  /** Name of an operator, as they entered it; untrusted. */
  readonly operatorName: string | null;
  readonly words: string;
  readonly href: string | null;
}
/** Cases of a column of the shift report, which lists them. */
interface AwayCount {
  readonly column: 'opened' | 'endedWell' | 'open';
  readonly localizations: number;
  readonly requests: number;
}
export interface AwaySummary {
  /** The span of the report: of a long absence only the end. */
  readonly span: ReportSpan;
  readonly counts: readonly AwayCount[];
  readonly unassigned: number;
  readonly gaps: number;
  readonly blindMs: number;
  /** Reason of the gaps if all have the same one; null if they differ. */
  readonly reason: string | null;
  readonly lines: readonly SinceLine[];
  /** False if some stored events were not applied when the report was made. */
  readonly isComplete: boolean;
}

const MAX_LINES = 5;

export function awaySummary(report: ShiftReport, time: (at: number) => string): AwaySummary {
  const { localizations, requests, coverage } = report;
  const { gaps, blindMs } = coverage;
  const reasons = new Set(gaps.map(({ reason }) => gapReasonWords[reason]));
  const span = fixedSpan(report);
  return {
    span,
    counts: (['opened', 'endedWell', 'open'] as const).map((column) => ({
      column,
      localizations: sum(localizations, column),
      requests: sum(requests, column),
    })),
    unassigned: report.handOver.reduce((total, { nobodys }) => total + nobodys, 0),
    gaps: gaps.length,
    blindMs,
    reason: reasons.size === 1 ? ([...reasons][0] ?? null) : null,
    lines: linesOf(report, span, time),
    isComplete: report.behind === 0,
  };
}

/** Selects the worst new causes first, then the longest gap, then actions; returns them in order of time. */
function linesOf(report: ShiftReport, span: ReportSpan, time: (at: number) => string): SinceLine[] {
  const worst = [...report.localizations, ...report.requests]
    .filter(({ opened }) => opened > 0)
    .toSorted(
      (one, other) =>
        consequenceRank(one.consequence) - consequenceRank(other.consequence) || other.opened - one.opened,
    )
    .map((line): SinceLine => ({
      at: null,
      operatorName: null,
      words: newCauseWords(line),
      href: hrefOf('report', { span, cases: { column: 'opened', of: line.key } }),
    }));
  const gaps = report.coverage.gaps
    .toSorted((one, other) => other.lengthMs - one.lengthMs)
    .map(({ from, lengthMs, reason }): SinceLine => ({
      at: from,
      operatorName: null,
      words: `${gapReasonWords[reason]}, blind ${lengthText(lengthMs)}`,
      href: hrefOf('report', { span }),
    }));
  const nameOf = authorNamer(report.actions.map(({ author }) => author));
  const actions = report.actions.map(({ at, author, what, cases, cause, key }): SinceLine => ({
    at,
    operatorName: nameOf(author),
    words: `${actionWords(what, cases, time)}${cause === null ? '' : `: ${withinSentence(actedOnWords(cause))}`}`,
    href: key === null ? null : caseHref(key),
  }));
  const chosen = [...worst.slice(0, 2), ...gaps.slice(0, 1), ...actions.toReversed()].slice(0, MAX_LINES);
  return chosen.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
}

function newCauseWords(line: CauseLine): string {
  const { cause, opened, consequence } = line;
  const name = failureGroupName({ ...line, outcome: lineOutcome(line) });
  if (cause.kind === 'request') return `${name} · ${counted(opened, 'request')}`;
  const times = opened === 1 ? 'once' : `${numberText(opened)} times`;
  return `${name} ${times}: ${withinSentence(consequenceTitles[consequence])}`;
}

/** The report does not say how a request that was acted on ended. */
function actedOnWords(cause: Cause): string {
  return cause.kind === 'request' ? changeName(cause.operation) : causeWords(cause);
}
