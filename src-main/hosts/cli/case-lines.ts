/**
 * Localizations as lines of output: one of each case, or one of each attempt. Programs read JSON with the names of the six
 * steps; a table has one letter for each. What nobody reported is `unknown`, and no line makes it greener.
 */
import type { CaseSummary } from '../../../src-shared/api/cases.ts';
import { type Attempt, type LocalizationStep, localizationSteps } from '../../../src-shared/domain/case.ts';
import type { Evidence } from '../../../src-shared/domain/case-keys.ts';
import type { Outcome } from '../../../src-shared/domain/event.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import { paddedLine } from './output.ts';

/** Times: UTC epoch ms. */
export interface CaseLine {
  readonly eid: string | null;
  readonly attempt: number;
  readonly outcome: Outcome;
  /** What it failed at, or came to. */
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
  /** What only a case has. */
  readonly ofCase:
    | (Pick<CaseSummary, 'key' | 'ended' | 'isBack' | 'consequence' | 'ticket'> & {
        readonly owner: string | null;
        readonly muted: boolean;
      })
    | null;
}

/** @param openedAt of its last stay, where it has ended */
export function lineOfCase(summary: CaseSummary, openedAt: number | null): CaseLine {
  const { key, eid, attempt, outcome, operation: step, errorCode, iccid, countryCode, endedAt } = summary;
  const { weakenedByGap, firstSeq, lastSeq, firstAt, lastAt, ended, isBack, consequence, ticket, owner, mute } =
    summary;
  const named = { eid, attempt, outcome, step, errorCode, iccid, countryCode, steps: stepsOf(summary.steps) };
  const when = { firstSeq, lastSeq, openedAt: summary.openedAt ?? openedAt, endedAt, firstAt, lastAt };
  const ofCase = { key, ended, isBack, consequence, ticket, owner: owner?.name ?? null, muted: mute !== null };
  return { ...named, ...when, weakenedByGap, ofCase };
}

/** An attempt begins with its first event, and ends with the one that says what came of it. */
export function lineOfAttempt({ eid }: CaseSummary, attempt: Attempt): CaseLine {
  const { number, outcome, operation: step, errorCode, iccid, countryCode, weakenedByGap, from, to, seqs } = attempt;
  const isOver = outcome === 'succeeded' || outcome === 'failed';
  const named = { eid, attempt: number, outcome, step, errorCode, iccid, countryCode, steps: stepsOf(attempt.steps) };
  const places = { firstSeq: seqs[0] ?? 0, lastSeq: seqs.at(-1) ?? 0 };
  const when = { ...places, openedAt: from, endedAt: isOver ? to : null, firstAt: from, lastAt: to };
  return { ...named, ...when, weakenedByGap, ofCase: null };
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

export function caseJson({ ofCase, openedAt, endedAt, firstAt, lastAt, ...line }: CaseLine): string {
  const times = { openedAt: iso(openedAt), endedAt: iso(endedAt), firstAt: iso(firstAt), lastAt: iso(lastAt) };
  return `${plainJson({ ...line, ...times, ...ofCase })}\n`;
}

const LETTERS: Readonly<Record<Evidence, string>> = { reported: 'R', inferred: 'i', failed: 'F', unknown: '?' };

export function caseTableHead(): string {
  return tableLine([
    'OUTCOME',
    'STEP',
    'STEPS',
    'ATTEMPT',
    'EID',
    'CC',
    'LAST (UTC)',
    'OPEN SINCE (UTC)',
    'ERROR CODE',
  ]);
}

export function caseTableLine(line: CaseLine): string {
  const { outcome, step, eid, countryCode, attempt, lastAt, openedAt, endedAt, errorCode, weakenedByGap } = line;
  const steps = localizationSteps.map((name) => LETTERS[line.steps[name]]).join('');
  const since = openedAt === null || endedAt !== null ? '' : (iso(openedAt) ?? '');
  const marked = `${steps}${weakenedByGap ? ' gap' : ''}`;
  const what = [outcome, step ?? '', marked, String(attempt), eid ?? '', countryCode ?? ''];
  return tableLine([...what, iso(lastAt) ?? '', since, errorCode ?? '']);
}

/** What the letters of the table mean. */
export const STEPS_WORDS = `STEPS: ${localizationSteps.join(', ')}. R reported, i inferred from a later step, F failed, ? nobody said. "gap": nobody was listening while something may have been reported.`;

const WIDTHS = [12, 13, 10, 7, 33, 3, 24, 24, 0] as const;

function tableLine(cells: readonly string[]): string {
  return paddedLine(cells.map((cell, index) => [cell, WIDTHS[index] ?? 0]));
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
