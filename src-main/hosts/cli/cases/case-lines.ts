/** Formats cases or attempts as rows. JSON names the six steps; the table has one letter for each. */
import { authorWords } from '../../../../src-shared/domain/cases/author-name.ts';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { type Attempt, type LocalizationStep, localizationSteps } from '../../../../src-shared/domain/cases/case.ts';
import type { Evidence } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

/** A case, or one of its attempts, whose row has no fields of the case. All times are UTC epoch ms. */
export type CaseRow = CaseSummary & { readonly isAttempt: boolean };

/** @param openedAt start of the last time it was open, if it has ended */
export function caseRow(summary: CaseSummary, openedAt: number | null): CaseRow {
  return { ...summary, openedAt: summary.openedAt ?? openedAt, isAttempt: false };
}

/** Formats an attempt. It starts with its first event and ends with the event that decides its outcome. */
export function attemptRow(summary: CaseSummary, { number, from, to, seqs, ...attempt }: Attempt): CaseRow {
  const isOver = attempt.outcome === 'succeeded' || attempt.outcome === 'failed';
  const positions = { firstSeq: seqs[0] ?? 0, lastSeq: seqs.at(-1) ?? 0 };
  const when = { ...positions, openedAt: from, endedAt: isOver ? to : null, firstAt: from, lastAt: to };
  return { ...summary, ...attempt, ...when, attempt: number, isAttempt: true };
}

function evidenceOf({ steps }: CaseRow, step: LocalizationStep): Evidence {
  return steps.find((each) => each.step === step)?.evidence ?? 'unknown';
}

/** Leaves the field out of the row of an attempt. */
function ofCase(value: (row: CaseRow) => unknown): (row: CaseRow) => unknown {
  return (row) => (row.isAttempt ? undefined : value(row));
}

const EVIDENCE_LETTERS: Readonly<Record<Evidence, string>> = {
  reported: 'R',
  inferred: 'i',
  failed: 'F',
  unknown: '?',
};

export const caseRows: RowLayout<CaseRow> = {
  fields: {
    eid: ({ eid }) => eid,
    attempt: ({ attempt }) => attempt,
    outcome: ({ outcome }) => outcome,
    step: ({ operation }) => operation,
    errorCode: ({ errorCode }) => errorCode,
    iccid: ({ iccid }) => iccid,
    countryCode: ({ countryCode }) => countryCode,
    steps: (row) => Object.fromEntries(localizationSteps.map((step) => [step, evidenceOf(row, step)])),
    firstSeq: ({ firstSeq }) => firstSeq,
    lastSeq: ({ lastSeq }) => lastSeq,
    weakenedByGap: ({ weakenedByGap }) => weakenedByGap,
    openedAt: ({ openedAt }) => isoTime(openedAt),
    endedAt: ({ endedAt }) => isoTime(endedAt),
    firstAt: ({ firstAt }) => isoTime(firstAt),
    lastAt: ({ lastAt }) => isoTime(lastAt),
    key: ofCase(({ key }) => key),
    ended: ofCase(({ ended }) => ended),
    isBack: ofCase(({ isBack }) => isBack),
    consequence: ofCase(({ consequence }) => consequence),
    ticket: ofCase(({ ticket }) => ticket),
    owner: ofCase(({ owner }) => (owner === null ? null : authorWords(owner))),
    muted: ofCase(({ mute }) => mute !== null),
  },
  members: { steps: localizationSteps },
  columns: [
    { title: 'OUTCOME', width: 12, cell: ({ outcome }) => outcome },
    { title: 'STEP', width: 13, cell: ({ operation }) => operation ?? '' },
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

function stepLetters(row: CaseRow): string {
  const letters = localizationSteps.map((step) => EVIDENCE_LETTERS[evidenceOf(row, step)]);
  return `${letters.join('')}${row.weakenedByGap ? ' gap' : ''}`;
}

export const STEPS_WORDS = `STEPS: ${localizationSteps.join(', ')}. R reported, i inferred from a later step, F failed, ? unknown. "gap": more may have been reported in a gap.`;
