/**
 * Five answers about an eUICC, each with a reason and a mark: from the error code if the document explains it,
 * otherwise from how far the attempt got; otherwise "Not known". Source: `docs/service.md` §5.4, §5.5.
 */
import {
  type Cause,
  type ConsequenceKind,
  consequenceOf,
  type Evidence,
  type LocalizationStep,
  localizationSteps,
} from '../domain/cases/case-keys.ts';
import type { Outcome } from '../domain/event/outcomes.ts';
import { stepOfCode } from './case-words.ts';

export type FactMark = 'hurts' | 'fine' | 'not-known' | 'none';
export interface ConsequenceFact {
  readonly name: 'usable' | 'reachable' | 'billed' | 'swaps' | 'move';
  readonly value: string;
  readonly reason: string;
  readonly mark: FactMark;
}

export const consequenceFactNames: Readonly<Record<ConsequenceFact['name'], string>> = {
  usable: 'Usable',
  reachable: 'Reachable by the API',
  billed: 'Billed',
  swaps: 'May swap back',
  move: 'Who must act',
};

export const factMarkNames: Readonly<Record<FactMark, string>> = {
  hurts: 'problem',
  fine: 'fine',
  'not-known': 'not known',
  none: '',
};

type Steps = readonly { readonly step: LocalizationStep; readonly evidence: Evidence; readonly weak: boolean }[];

/** Returns no facts for a request. @param steps of the attempt if they are known; empty for a single event */
export function consequenceFacts(cause: Cause, outcome: Outcome, steps: Steps = []): readonly ConsequenceFact[] {
  if (cause.kind === 'request') return [];
  const kind = consequenceOf(cause, outcome);
  const provisioned = provisionedBy(cause, outcome, steps);
  return [
    { name: 'usable', ...usable(kind, cause, steps) },
    { name: 'reachable', ...reachable(provisioned) },
    { name: 'billed', ...billed(provisioned) },
    { name: 'swaps', ...swaps(kind) },
    { name: 'move', ...move(kind, cause, outcome) },
  ];
}

type FactText = Omit<ConsequenceFact, 'name'>;
const NOT_KNOWN = 'Not known';
/** Ends the sentence "until it is …". */
const UNTIL: Readonly<Record<LocalizationStep, string>> = {
  DOWNLOADED: 'downloaded',
  ALLOCATED: 'allocated',
  ACTIVATED: 'activated',
  PROVISIONED: 'provisioned',
  ENABLED: 'enabled',
  FALLBACK_SET: 'set as fallback',
};

function usable(kind: ConsequenceKind, { code }: Cause, steps: Steps): FactText {
  const step = stepOfCode(code);
  if (kind === 'unchanged') return { value: 'As before', reason: 'nothing changed', mark: 'none' };
  if (kind === 'may-swap-back') return { value: 'Yes', reason: enabledReason(steps), mark: 'fine' };
  if ((kind === 'unusable' || kind === 'reachable') && step !== null)
    return { value: 'No', reason: `until it is ${UNTIL[step]}`, mark: 'hurts' };
  return { value: NOT_KNOWN, reason: 'treat as unusable', mark: 'not-known' };
}

/** FALLBACK_SET failed, so the step before it, ENABLED, is only inferred unless an event reported it. */
function enabledReason(steps: Steps): string {
  const enabled = steps.find(({ step }) => step === 'ENABLED');
  if (enabled?.evidence === 'reported') return 'reported';
  return enabled?.weak === true ? 'inferred, weak' : 'inferred, not reported';
}

type Provisioned = 'yes' | 'said' | 'no' | 'not-known';

/** Completing PROVISIONED makes a profile reachable. A documented code decides, otherwise operation and steps. */
function provisionedBy({ operation, code }: Cause, outcome: Outcome, steps: Steps): Provisioned {
  if (outcome === 'failed' && code === 'START_PROFILE_ENABLE_FAILED') return 'said';
  const own = steps.find(({ step }) => step === 'PROVISIONED')?.evidence;
  if (own === 'reported') return 'yes';
  const failedAt = outcome === 'failed' ? stepIndex(stepOfCode(code) ?? operation) : -1;
  if (failedAt >= 0) return failedAt > stepIndex('PROVISIONED') ? 'yes' : 'no';
  if (own === 'inferred') return 'yes';
  return own === 'failed' ? 'no' : 'not-known';
}

function stepIndex(operation: string | null): number {
  return localizationSteps.findIndex((step) => step === operation);
}

function reachable(provisioned: Provisioned): FactText {
  if (provisioned === 'said') return { value: 'Yes', reason: 'the provider says so', mark: 'fine' };
  if (provisioned === 'yes') return { value: 'Yes', reason: 'provisioned', mark: 'fine' };
  if (provisioned === 'no') return { value: 'No', reason: 'not provisioned', mark: 'none' };
  return { value: NOT_KNOWN, reason: 'no step shows it', mark: 'not-known' };
}

/** `docs/service.md` §5.5 has both: a failed localization is not billed, and completing PROVISIONED starts billing. */
function billed(provisioned: Provisioned): FactText {
  if (provisioned === 'no') return { value: 'Not billed', reason: 'not provisioned', mark: 'fine' };
  if (provisioned === 'not-known') return { value: NOT_KNOWN, reason: 'no step shows it', mark: 'not-known' };
  return { value: 'Unclear', reason: 'the provider says both', mark: 'not-known' };
}

function swaps(kind: ConsequenceKind): FactText {
  if (kind === 'may-swap-back') return { value: 'Yes', reason: 'after long connectivity loss', mark: 'hurts' };
  if (kind === 'not-known') return { value: NOT_KNOWN, reason: '', mark: 'not-known' };
  return { value: 'Does not apply', reason: '', mark: 'none' };
}

function move(kind: ConsequenceKind, { code }: Cause, outcome: Outcome): FactText {
  const mark = 'none';
  if (kind === 'unusable') return { value: 'You, then the provider', reason: 'retry, wait, then support', mark };
  if (kind !== 'not-known') return { value: 'You', reason: 'retry once it is online', mark };
  return {
    value: 'The provider',
    reason: outcome === 'failed' && code !== null ? 'ask about the code' : 'ask about the event',
    mark,
  };
}
