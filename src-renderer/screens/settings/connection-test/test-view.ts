/** Progress, obstacle and remedies. Pure; the sentences are in `src-shared/words/connection-test-words.ts`. */
import type { Finding } from '../../../../src-shared/api/connection-findings.ts';
import type { CheckResult, ConnectionReport } from '../../../../src-shared/api/connection-test.ts';
import type { ProfileInput } from '../../../../src-shared/domain/profile/profile.ts';
import { CONNECTION_FIELDS } from '../../../../src-shared/domain/profile/profile-changes.ts';

/** A test that this page started. Times are UTC epoch ms of the page's clock. */
export type TestRun =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running';
      readonly profile: ProfileInput;
      readonly startedAt: number;
      readonly report: ConnectionReport | null;
    }
  /** `isComplete`: true if it ran to its end, false if the user cancelled it. */
  | {
      readonly kind: 'over';
      readonly profile: ProfileInput;
      readonly endedAt: number;
      readonly isComplete: boolean;
      readonly report: ConnectionReport | null;
    }
  | { readonly kind: 'refused'; readonly error: Error };

export interface TestProgress {
  readonly done: number;
  readonly total: number;
  readonly words: string;
}

export function testProgress({ checks }: ConnectionReport): TestProgress {
  const isDone = ({ state }: CheckResult) => state !== 'waiting' && state !== 'running';
  const warned = checks.filter(({ state }) => state === 'warned').length;
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const words = failed > 0 ? 'a step failed' : warned > 0 ? `works so far, ${warnings(warned)}` : 'all ok so far';
  return { done: checks.filter(isDone).length, total: checks.length, words };
}

export function successWords({ checks }: ConnectionReport): string {
  const warned = checks.filter(({ state }) => state === 'warned').length;
  const skipped = checks.filter(({ state }) => state === 'skipped').length;
  const left = skipped === 0 ? '' : ` ${skipped === 1 ? 'One step was' : `${skipped} steps were`} not tried.`;
  return `${warned === 0 ? 'All ok.' : `It works, ${warnings(warned)}.`}${left}`;
}

function warnings(count: number): string {
  return count === 1 ? 'with one warning' : `with ${count} warnings`;
}

/** Findings that wait for the user: nothing failed, but nothing was tried. */
const WAITING_FOR_PERSON: readonly Finding['key'][] = ['secret-first', 'sign-in-first'];

export function obstacle({ checks }: ConnectionReport): { check: CheckResult['check']; finding: Finding } | null {
  for (const { check, state, finding } of checks)
    if (finding !== null && (state === 'failed' || WAITING_FOR_PERSON.includes(finding.key))) return { check, finding };
  return null;
}

export type TestRemedy =
  /** Sends the client secret with the other method and tests again. */
  | { readonly kind: 'send-as'; readonly way: 'basic' | 'post' }
  | { readonly kind: 'enter-secret'; readonly again: boolean }
  | { readonly kind: 'sign-in' };

/** Returns the remedies for a finding that need one click, the most likely first. Most findings have none. */
export function testRemedies(finding: Finding, flow: ProfileInput['flow']): readonly TestRemedy[] {
  const isPerson = flow === 'authorizationCode';
  if (finding.key === 'client-refused' && !isPerson)
    return [
      { kind: 'send-as', way: finding.facts.other },
      { kind: 'enter-secret', again: true },
    ];
  if (finding.key === 'secret-first') return [{ kind: 'enter-secret', again: false }];
  if (finding.key === 'secret-bound') return [isPerson ? { kind: 'sign-in' } : { kind: 'enter-secret', again: true }];
  return finding.key === 'sign-in-first' || finding.key === 'sign-in-ended' ? [{ kind: 'sign-in' }] : [];
}

/** Counts the fields that changed since the test; 0 for a draft with mistakes. */
export function changedFields(tested: ProfileInput, draft: ProfileInput | null): number {
  return draft === null ? 0 : CONNECTION_FIELDS.filter((name) => tested[name] !== draft[name]).length;
}

export function changedWords(count: number): string {
  if (count === 0) return '';
  const numbers = ['', 'One field was', 'Two fields were', 'Three fields were'];
  return ` ${numbers[count] ?? `${count} fields were`} changed since.`;
}
