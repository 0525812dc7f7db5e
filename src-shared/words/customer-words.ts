/** Describes a failure by the facts of the consequence card, without error codes, which customers do not know. */
import type { Cause } from '../domain/cases/case-keys.ts';
import type { Outcome } from '../domain/event/outcomes.ts';
import { joinedClauses } from '../lib/joined-clauses.ts';
import { stepDoing } from './case-words.ts';
import { type ConsequenceFact, consequenceFacts } from './consequence-facts.ts';

export interface CustomerCase {
  readonly eid: string | null;
  readonly iccid: string | null;
  readonly cause: Cause;
  /** Outcome, steps and last event (UTC epoch ms) of the attempt that the cause belongs to. */
  readonly outcome: Outcome;
  readonly steps: Parameters<typeof consequenceFacts>[2];
  readonly at: number;
  readonly isOpen: boolean;
  readonly isRetried: boolean;
}

export function customerWords(failed: CustomerCase, time: (at: number) => string): string {
  const facts = new Map(
    consequenceFacts(failed.cause, failed.outcome, failed.steps).map((fact) => [fact.name, fact] as const),
  );
  const clauses = [
    usableClause(facts.get('usable'), facts.get('swaps')),
    ...(facts.get('billed')?.mark === 'fine' ? ['the localization is not billed'] : []),
    ...nextStep(failed, facts.get('move')),
  ];
  return `${whatHappened(failed, time)}: ${joinedClauses(clauses)}.`;
}

function whatHappened({ eid, iccid, cause, outcome, at }: CustomerCase, time: (at: number) => string): string {
  const subject = eid !== null ? `eUICC ${eid}` : iccid !== null ? `profile ${iccid}` : 'an eUICC';
  if (outcome !== 'failed') return `The localization of ${subject} had an unknown result on ${time(at)}`;
  const doing = cause.operation === 'LOCALIZED' ? null : stepDoing(cause.operation);
  return `The localization of ${subject} failed${doing === null ? '' : ` at ${doing.toLowerCase()}`} on ${time(at)}`;
}

function usableClause(usable: ConsequenceFact | undefined, swaps: ConsequenceFact | undefined): string {
  if (usable?.value === 'As before') return 'nothing changed on the eUICC';
  if (usable?.value === 'No') return `the profile cannot be used ${usable.reason}`;
  if (swaps?.value === 'Yes') {
    const works = usable?.reason === 'inferred, weak' ? '' : 'works now, but ';
    return `the profile ${works}may swap back to the old one after a long loss of connectivity`;
  }
  return 'it is not known whether the profile can be used';
}

const NEXT_STEPS: Readonly<Record<string, string>> = {
  You: 'the next step is another try once the device is online',
  'You, then the provider': 'the next step is another try, then the support of the provider',
  'The provider': 'the next step is an answer of the provider',
};

function nextStep({ isOpen, isRetried }: CustomerCase, move: ConsequenceFact | undefined): readonly string[] {
  if (isRetried) return ['another try is in progress'];
  const next = isOpen ? NEXT_STEPS[move?.value ?? ''] : undefined;
  return next === undefined ? [] : [next];
}
