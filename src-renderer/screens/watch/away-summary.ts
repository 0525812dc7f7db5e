/** What happened while somebody was away, out of the report of that span: four counts and at most five lines. Pure. */
import type { CauseLine, ShiftReport } from '../../../src-shared/api/reports.ts';
import { consequenceKinds } from '../../../src-shared/domain/case-keys.ts';
import { lineOutcome } from '../../../src-shared/words/report-words.ts';
import { failedResourcesWords } from '../../../src-shared/words/request-group-words.ts';
import { causeWords, consequenceTitles } from '../../../src-shared/words/case-words.ts';
import { actionWords } from '../../../src-shared/words/ownership-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { withinSentence } from '../../../src-shared/words/within-sentence.ts';
import { lengthText } from '../../time/time-text.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import { hrefOf } from '../../address/use-address.ts';

interface SinceLine {
  /** UTC epoch ms; `null`: it is of the whole span. */
  readonly at: number | null;
  /** Of a person, whose name is theirs to write. */
  readonly who: string | null;
  readonly words: string;
  readonly href: string | null;
}
/** Counted as Watch counts: failures are what failed whole, requests of which a part failed stand apart. */
export interface AwaySummary {
  readonly opened: number;
  readonly groups: number;
  readonly endedWell: number;
  readonly open: number;
  readonly unassigned: number;
  /** Requests of which a part failed. */
  readonly partial: { readonly opened: number; readonly open: number };
  readonly gaps: number;
  readonly blindMs: number;
  /** Why, where all have one reason; `null`: several. */
  readonly reason: string | null;
  readonly lines: readonly SinceLine[];
  /** Not everything that is stored was looked at when it was made. */
  readonly isComplete: boolean;
}

const MAX_LINES = 5;

/** @param time of a moment, for words of reminders and mutes */
export function awaySummary(report: ShiftReport, time: (at: number) => string): AwaySummary {
  const causes = [...report.localizations, ...report.requests];
  const sum = (of: (line: CauseLine) => number) => causes.reduce((total, line) => total + of(line), 0);
  const { gaps, blindMs } = report.coverage;
  const reasons = new Set(gaps.map(({ reason }) => gapReasonWords[reason]));
  return {
    opened: sum(({ opened, partial }) => opened - partial.opened),
    groups: causes.filter(({ opened, partial }) => opened > partial.opened).length,
    endedWell: sum(({ endedWell }) => endedWell),
    open: sum(({ open, partial }) => open - partial.open),
    unassigned: report.handOver.reduce((total, { nobodys }) => total + nobodys, 0),
    partial: { opened: sum(({ partial }) => partial.opened), open: sum(({ partial }) => partial.open) },
    gaps: gaps.length,
    blindMs,
    reason: reasons.size === 1 ? ([...reasons][0] ?? null) : null,
    lines: linesOf(report, causes, time),
    isComplete: report.behind === 0,
  };
}

/** The worst that is new first, then gaps, then what people did; told in their order of time. */
function linesOf(report: ShiftReport, causes: readonly CauseLine[], time: (at: number) => string): SinceLine[] {
  const worst = causes
    .filter(({ opened }) => opened > 0)
    .toSorted((one, other) => severityRank(one) - severityRank(other) || other.opened - one.opened)
    .map((line): SinceLine => ({
      at: null,
      who: null,
      words: `${causeWords(line.cause, lineOutcome(line))} ${line.opened === 1 ? 'once' : `${numberText(line.opened)} times`}: ${failedResourcesWords(line) ?? withinSentence(consequenceTitles[line.consequence])}`,
      href:
        line.cause.kind === 'localization'
          ? hrefOf('localizations', { group: line.key })
          : hrefOf('requests', { find: line.cause.code === null ? '' : `code:${line.cause.code}` }),
    }));
  const gaps = report.coverage.gaps
    .toSorted((one, other) => other.lengthMs - one.lengthMs)
    .map(({ from, lengthMs, reason }): SinceLine => ({
      at: from,
      who: null,
      words: `${gapReasonWords[reason]}, blind ${lengthText(lengthMs)}`,
      href: hrefOf('coverage'),
    }));
  const deeds = report.deeds.map(({ at, author, deed, cases, cause, key }): SinceLine => ({
    at,
    who: author.name,
    words: `${actionWords(deed, cases, time)}${cause === null ? '' : `: ${withinSentence(causeWords(cause))}`}`,
    href: key === null ? null : hrefOf(key.startsWith('request:') ? 'requests' : 'localizations', { case: key }),
  }));
  const chosen = [...worst.slice(0, 2), ...gaps.slice(0, 1), ...deeds.toReversed()].slice(0, MAX_LINES);
  return chosen.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
}

function severityRank({ consequence }: CauseLine): number {
  return consequenceKinds.indexOf(consequence);
}
