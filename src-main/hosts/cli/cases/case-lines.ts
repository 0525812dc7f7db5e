/**
 * Formats localizations as rows of output, one per case or one per attempt. JSON names the six steps; the table has one
 * letter for each. A step that was not reported is `unknown`, never shown as better.
 */
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { type Attempt, type LocalizationStep, localizationSteps } from '../../../../src-shared/domain/cases/case.ts';
import type { Evidence } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

/** All times are UTC epoch ms. */
export interface CaseLine {
  readonly eid: string | null;
  readonly attempt: number;
  readonly outcome: Outcome;
  /** The operation that failed, or the last one reached. */
  readonly step: string | null;
  readonly errorCode: string | null;
  readonly iccid: string | null;
  readonly countryCode: string | null;
  readonly steps: Readonly<Record<LocalizationStep, Evidence>>;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly openedAt: number | null;
  readonly endedAt: number | null;
  readonly weakenedByGap: boolean;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly caseFields:
    | (Pick<CaseSummary, 'key' | 'ended' | 'isBack' | 'consequence' | 'ticket'> & {
        readonly owner: string | null;
        readonly muted: boolean;
      })
    | null;
}

/** @param openedAt start of the last time it was open, if it has ended */
export function caseLine(summary: CaseSummary, openedAt: number | null): CaseLine {
  const { key, eid, attempt, outcome, operation: step, errorCode, iccid, countryCode, endedAt } = summary;
  const { weakenedByGap, firstSeq, lastSeq, firstAt, lastAt, ended, isBack, consequence, ticket, owner, mute } =
    summary;
  const named = { eid, attempt, outcome, step, errorCode, iccid, countryCode, steps: stepsOf(summary.steps) };
  const when = { firstSeq, lastSeq, openedAt: summary.openedAt ?? openedAt, endedAt, firstAt, lastAt };
  const caseFields = { key, ended, isBack, consequence, ticket, owner: owner?.name ?? null, muted: mute !== null };
  return { ...named, ...when, weakenedByGap, caseFields };
}

/** Formats an attempt. It starts with its first event and ends with the event that decides its outcome. */
export function attemptLine({ eid }: CaseSummary, attempt: Attempt): CaseLine {
  const { number, outcome, operation: step, errorCode, iccid, countryCode, weakenedByGap, from, to, seqs } = attempt;
  const isOver = outcome === 'succeeded' || outcome === 'failed';
  const named = { eid, attempt: number, outcome, step, errorCode, iccid, countryCode, steps: stepsOf(attempt.steps) };
  const positions = { firstSeq: seqs[0] ?? 0, lastSeq: seqs.at(-1) ?? 0 };
  const when = { ...positions, openedAt: from, endedAt: isOver ? to : null, firstAt: from, lastAt: to };
  return { ...named, ...when, weakenedByGap, caseFields: null };
}

function stepsOf(
  steps: readonly { readonly step: LocalizationStep; readonly evidence: Evidence }[],
): CaseLine['steps'] {
  const found = new Map(steps.map(({ step, evidence }) => [step, evidence]));
  const of = (step: LocalizationStep): Evidence => found.get(step) ?? 'unknown';
  return {
    DOWNLOADED: of('DOWNLOADED'),
    ALLOCATED: of('ALLOCATED'),
    ACTIVATED: of('ACTIVATED'),
    PROVISIONED: of('PROVISIONED'),
    ENABLED: of('ENABLED'),
    FALLBACK_SET: of('FALLBACK_SET'),
  };
}

const EVIDENCE_LETTERS: Readonly<Record<Evidence, string>> = {
  reported: 'R',
  inferred: 'i',
  failed: 'F',
  unknown: '?',
};

export const caseRows: RowLayout<CaseLine> = {
  fields: {
    eid: ({ eid }) => eid,
    attempt: ({ attempt }) => attempt,
    outcome: ({ outcome }) => outcome,
    step: ({ step }) => step,
    errorCode: ({ errorCode }) => errorCode,
    iccid: ({ iccid }) => iccid,
    countryCode: ({ countryCode }) => countryCode,
    steps: ({ steps }) => steps,
    firstSeq: ({ firstSeq }) => firstSeq,
    lastSeq: ({ lastSeq }) => lastSeq,
    weakenedByGap: ({ weakenedByGap }) => weakenedByGap,
    openedAt: ({ openedAt }) => isoTime(openedAt),
    endedAt: ({ endedAt }) => isoTime(endedAt),
    firstAt: ({ firstAt }) => isoTime(firstAt),
    lastAt: ({ lastAt }) => isoTime(lastAt),
    key: ({ caseFields }) => caseFields?.key,
    ended: ({ caseFields }) => caseFields?.ended,
    isBack: ({ caseFields }) => caseFields?.isBack,
    consequence: ({ caseFields }) => caseFields?.consequence,
    ticket: ({ caseFields }) => caseFields?.ticket,
    owner: ({ caseFields }) => caseFields?.owner,
    muted: ({ caseFields }) => caseFields?.muted,
  },
  members: { steps: localizationSteps },
  columns: [
    { title: 'OUTCOME', width: 12, cell: ({ outcome }) => outcome },
    { title: 'STEP', width: 13, cell: ({ step }) => step ?? '' },
    { title: 'STEPS', width: 10, cell: stepLetters },
    { title: 'ATTEMPT', width: 7, cell: ({ attempt }) => String(attempt) },
    { title: 'EID', width: 33, cell: ({ eid }) => eid ?? '' },
    { title: 'CC', width: 3, cell: ({ countryCode }) => countryCode ?? '' },
    { title: 'LAST (UTC)', width: 24, cell: ({ lastAt }) => isoTime(lastAt) },
    {
      title: 'OPEN SINCE (UTC)',
      width: 24,
      cell: ({ openedAt, endedAt }) => (endedAt === null ? (isoTime(openedAt) ?? '') : ''),
    },
    { title: 'ERROR CODE', width: 0, cell: ({ errorCode }) => errorCode ?? '' },
  ],
};

function stepLetters({ steps, weakenedByGap }: CaseLine): string {
  return `${localizationSteps.map((name) => EVIDENCE_LETTERS[steps[name]]).join('')}${weakenedByGap ? ' gap' : ''}`;
}

export const STEPS_WORDS = `STEPS: ${localizationSteps.join(', ')}. R reported, i inferred from a later step, F failed, ? unknown. "gap": more may have been reported in a gap.`;
