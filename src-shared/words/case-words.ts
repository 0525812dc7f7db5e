/** Meanings come only from `docs/service.md` §5.4; the rest is "not known". No sentence has text from outside. */
import { type Cause, type ConsequenceKind, consequenceOf, type LocalizationStep } from '../domain/cases/case-keys.ts';
import type { Outcome } from '../domain/event/outcomes.ts';

export const stepNames: Readonly<Record<LocalizationStep, string>> = {
  DOWNLOADED: 'Downloaded',
  ALLOCATED: 'Allocated',
  ACTIVATED: 'Activated',
  PROVISIONED: 'Provisioned',
  ENABLED: 'Enabled',
  FALLBACK_SET: 'Fallback set',
};

export const consequenceTitles: Readonly<Record<ConsequenceKind, string>> = {
  unusable: 'Profile on the eUICC, unusable',
  reachable: 'Reachable, but unusable',
  'not-known': 'Not documented by the provider',
  'may-swap-back': 'Works now, but may swap back',
  partial: 'Some resources failed',
  refused: 'The change failed',
  unchanged: 'Nothing changed on the eUICC',
};

/** Words after a count: "2 eUICCs have a profile that cannot be used.". */
export const consequenceOfCount: Readonly<Record<ConsequenceKind, readonly [one: string, several: string]>> = {
  unusable: ['eUICC has a profile that cannot be used', 'eUICCs have a profile that cannot be used'],
  reachable: ['eUICC is reachable but cannot be used', 'eUICCs are reachable but cannot be used'],
  'not-known': ['case is not documented by the provider', 'cases are not documented by the provider'],
  'may-swap-back': ['eUICC works now, but may swap back', 'eUICCs work now, but may swap back'],
  partial: ['request partly failed', 'requests failed or partly failed'],
  refused: ['request failed', 'requests failed'],
  unchanged: ['eUICC could not be localized; nothing changed on it', 'eUICCs could not be localized; nothing changed'],
};

const DOING: Readonly<Record<string, string>> = {
  DOWNLOADED: 'Download',
  ALLOCATED: 'Allocation',
  ACTIVATED: 'Activation',
  PROVISIONED: 'Provisioning',
  ENABLED: 'Enabling',
  FALLBACK_SET: 'Setting the fallback profile',
  LOCALIZED: 'Localization',
};
const CHANGES: Readonly<Record<string, string>> = {
  CHANGE_SUBSCRIPTIONSTATE: 'State change',
  CHANGE_SUBSCRIPTIONPACKAGE: 'Package change',
};

function named(names: Readonly<Record<string, string>>, name: string | null): string | null {
  return name !== null && Object.hasOwn(names, name) ? (names[name] ?? null) : null;
}

export function stepDoing(operation: string | null): string | null {
  return named(DOING, operation);
}

export function changeName(operation: string | null): string {
  return named(CHANGES, operation) ?? 'Unknown change';
}

/** "Allocation failed", for the line under the title; without the error code. */
export function causeWords(
  { kind, operation }: Pick<Cause, 'kind' | 'operation'>,
  outcome: Outcome = 'failed',
): string {
  if (kind === 'request') return withResult(changeName(operation), outcome);
  if (outcome === 'failed' && operation === 'FALLBACK_SET') return 'Fallback profile not set';
  return withResult(stepDoing(operation) ?? (operation === null ? 'Localization' : 'Unknown step'), outcome);
}

export function withResult(doing: string, outcome: Outcome): string {
  if (outcome !== 'unknown') return `${doing} ${ENDED[outcome]}`;
  return doing.startsWith('Unknown') ? `${doing} and result` : `${doing}: unknown result`;
}

const ENDED: Readonly<Record<Exclude<Outcome, 'unknown'>, string>> = {
  failed: 'failed',
  partial: 'partly failed',
  succeeded: 'done',
  'in-progress': 'in progress',
};

export interface ConsequenceWords {
  readonly kind: ConsequenceKind;
  readonly sentence: string;
  readonly more: string;
}

const SENTENCES: Readonly<Record<ConsequenceKind, string>> = {
  unusable: 'The profile is on the eUICC but unusable.',
  reachable: 'The profile is reachable through the subscriptions API, but unusable.',
  'not-known': 'The provider does not document what this means.',
  'may-swap-back': 'It works now, but may swap back to its old profile after a long loss of connectivity.',
  partial: 'Some resources failed.',
  refused: 'The change failed.',
  unchanged: 'Nothing changed on the eUICC.',
};

const EXPLAINED: Readonly<Record<string, { readonly of: LocalizationStep; readonly more: string }>> = {
  START_PROFILE_DOWNLOAD_FAILED: {
    of: 'DOWNLOADED',
    more: 'The profile could not be downloaded. Possible causes: no device, or no network connectivity.',
  },
  START_PROFILE_ALLOCATION_FAILED: {
    of: 'ALLOCATED',
    more: 'Its allocation in the connectivity management platform failed. Rare; not caused by you.',
  },
  START_PROFILE_ACTIVATION_FAILED: {
    of: 'ACTIVATED',
    more: 'Its activation in the connectivity management platform failed. Rare; not caused by you.',
  },
  PROVISION_PROFILE_FAILED: {
    of: 'PROVISIONED',
    more: 'Its internal provisioning failed. Very rare; not caused by you.',
  },
  START_PROFILE_ENABLE_FAILED: {
    of: 'ENABLED',
    more: 'Enabling it on the eUICC failed. Possible causes: no device, or no network.',
  },
  SET_FALLBACK_PROFILE_FAILED: {
    of: 'FALLBACK_SET',
    more: 'The fallback profile could not be set. Possible cause: no network connection.',
  },
};

/** Returns the step that a documented code belongs to, or null if no document explains the code. */
export function stepOfCode(code: string | null): LocalizationStep | null {
  return code !== null && Object.hasOwn(EXPLAINED, code) ? (EXPLAINED[code]?.of ?? null) : null;
}

export function consequenceWords(cause: Cause, outcome: Outcome): ConsequenceWords {
  const kind = consequenceOf(cause, outcome);
  return { kind, sentence: SENTENCES[kind], more: moreWords(cause, outcome) };
}

function moreWords({ kind, operation, code }: Cause, outcome: Outcome): string {
  if (outcome === 'unknown') return 'The event does not say how it ended in terms the provider documents.';
  if (kind === 'request') return '';
  const step = stepOfCode(code);
  const doing = stepDoing(operation)?.toLowerCase() ?? null;
  if (code === null || step === null) {
    const why = code === null ? 'It came without an error code.' : "This code is not in the provider's document.";
    return `${why} All we know is that ${doing ?? 'an undocumented step'} was tried and failed.`;
  }
  const more = EXPLAINED[code]?.more ?? '';
  return operation === step ? more : `${more} But the event names another step than this code belongs to.`;
}

/** "Attempt 3 failed at Download; it changed nothing."; null if the last attempt adds nothing to the cause. */
export function lastAttemptWords(cause: Cause, { number, operation, errorCode, outcome }: LastAttempt): string | null {
  if ((outcome !== 'failed' && outcome !== 'unknown') || (operation === cause.operation && errorCode === cause.code))
    return null;
  if (outcome === 'unknown') return `The result of attempt ${number} is unknown.`;
  const kind = consequenceOf({ kind: 'localization', operation, type: null, code: errorCode }, outcome);
  const failed = `Attempt ${number} failed at ${stepDoing(operation) ?? 'an unknown step'}`;
  if (kind === 'unchanged') return `${failed}; it changed nothing.`;
  return kind === 'not-known' ? `${failed}; the provider does not document what that means.` : null;
}

interface LastAttempt {
  readonly number: number;
  readonly operation: string | null;
  readonly errorCode: string | null;
  readonly outcome: Outcome;
}

export function requestCode({ type, code }: Cause): readonly string[] {
  const both = [type, code].filter((part) => part !== null).join(' ');
  return both === '' ? [] : [both];
}

/** "Provisioning failed", "Package change, DCP_ERROR 73"; for an undocumented code the code itself. */
export function causeName(cause: Cause, consequence: ConsequenceKind | null): string {
  if (cause.kind === 'request') return [changeName(cause.operation), ...requestCode(cause)].join(', ');
  if (consequence === 'not-known' && cause.code !== null && stepOfCode(cause.code) === null) return cause.code;
  return causeWords(cause, consequence === 'not-known' && cause.code === null ? 'unknown' : 'failed');
}
