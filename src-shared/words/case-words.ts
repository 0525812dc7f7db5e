/**
 * What failed and what it means, in a few words and in a sentence: the same on the page, in reports, packs and on the
 * command line. Meanings are those of `service-spec.md` "Localization errorCode values" and nothing else: what no document
 * says is "not known". No text from outside is in these sentences; codes and names stand beside them.
 */
import { type Cause, type ConsequenceKind, consequenceOf, type LocalizationStep } from '../domain/case-keys.ts';
import type { Outcome } from '../domain/outcomes.ts';

/** The order in which they happen is that of `localizationSteps`. */
export const stepNames: Readonly<Record<LocalizationStep, string>> = {
  DOWNLOADED: 'Downloaded',
  ALLOCATED: 'Allocated',
  ACTIVATED: 'Activated',
  PROVISIONED: 'Provisioned',
  ENABLED: 'Enabled',
  FALLBACK_SET: 'Fallback set',
};

/** What needs attention, in the place of a title. */
export const consequenceTitles: Readonly<Record<ConsequenceKind, string>> = {
  unusable: 'On the eUICC but unusable',
  reachable: 'Reachable, but unusable',
  'not-known': 'What it means is not known',
  'may-swap-back': 'Works now, but may swap back',
  partial: 'Some of the resources failed',
  refused: 'The change failed',
  unchanged: 'Nothing changed on the eUICC',
};

/** "2 eUICCs have a profile that cannot be used.": behind a count, of one and of several. */
export const consequenceOfCount: Readonly<Record<ConsequenceKind, readonly [one: string, several: string]>> = {
  unusable: ['eUICC has a profile that cannot be used', 'eUICCs have a profile that cannot be used'],
  reachable: ['eUICC is reachable but cannot be used', 'eUICCs are reachable but cannot be used'],
  'not-known': ['case of which nobody knows what it means', 'cases of which nobody knows what they mean'],
  'may-swap-back': ['eUICC works now, but may swap back', 'eUICCs work now, but may swap back'],
  partial: ['request partly failed', 'requests failed, at least in part'],
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

/** "Activation"; `null` where no document names the step. */
export function stepDoing(operation: string | null): string | null {
  return named(DOING, operation);
}

/** "Package change"; of a request. */
export function changeName(operation: string | null): string {
  return named(CHANGES, operation) ?? 'Change not known to this version';
}

/** "Allocation failed", under the title; without its code. */
export function causeWords(
  { kind, operation }: Pick<Cause, 'kind' | 'operation'>,
  outcome: Outcome = 'failed',
): string {
  if (kind === 'request') return `${changeName(operation)}${ENDED[outcome]}`;
  const doing = stepDoing(operation) ?? (operation === null ? 'Localization' : 'A step not known to this version');
  if (outcome === 'failed' && operation === 'FALLBACK_SET') return 'Fallback profile not set';
  return `${doing}${ENDED[outcome]}`;
}

const ENDED: Readonly<Record<Outcome, string>> = {
  failed: ' failed',
  partial: ' partly failed',
  succeeded: ' done',
  'in-progress': ' in progress',
  unknown: ': result not known to this version',
};

/** What is true now, as the head of a case says it: a sentence, and what the provider's document adds. */
export interface ConsequenceWords {
  readonly kind: ConsequenceKind;
  readonly sentence: string;
  readonly more: string;
}

const SENTENCES: Readonly<Record<ConsequenceKind, string>> = {
  unusable: 'The profile is on the eUICC but unusable.',
  reachable: 'The profile is reachable through the subscriptions API, but unusable.',
  'not-known': 'What this means is not known.',
  'may-swap-back': 'It works now, but may swap back to its old profile after a long loss of connectivity.',
  partial: 'Some of the resources failed.',
  refused: 'The change failed.',
  unchanged: 'Nothing changed on the eUICC.',
};

/** By code, as the document explains it, and the step that it belongs to. */
const EXPLAINED: Readonly<Record<string, { readonly of: LocalizationStep; readonly more: string }>> = {
  START_PROFILE_DOWNLOAD_FAILED: {
    of: 'DOWNLOADED',
    more: 'The profile could not be downloaded. No device, or no network connectivity, can be the cause.',
  },
  START_PROFILE_ALLOCATION_FAILED: {
    of: 'ALLOCATED',
    more: 'Its allocation in the connectivity management platform failed. Rare, and not your error.',
  },
  START_PROFILE_ACTIVATION_FAILED: {
    of: 'ACTIVATED',
    more: 'Its activation in the connectivity management platform failed. Rare, and not your error.',
  },
  PROVISION_PROFILE_FAILED: {
    of: 'PROVISIONED',
    more: 'Its internal provisioning failed. Very rare, and not your error.',
  },
  START_PROFILE_ENABLE_FAILED: {
    of: 'ENABLED',
    more: 'Enabling it on the eUICC failed. No device, or no network, can be the cause.',
  },
  SET_FALLBACK_PROFILE_FAILED: {
    of: 'FALLBACK_SET',
    more: 'The fallback profile could not be set. A missing network connection can be the cause.',
  },
};

/** The step that a documented code belongs to; `null`: no document explains the code. */
export function stepOfCode(code: string | null): LocalizationStep | null {
  return code !== null && Object.hasOwn(EXPLAINED, code) ? (EXPLAINED[code]?.of ?? null) : null;
}

/** @param outcome of the case */
export function consequenceWords(cause: Cause, outcome: Outcome): ConsequenceWords {
  const kind = consequenceOf(cause, outcome);
  return { kind, sentence: SENTENCES[kind], more: moreWords(cause, outcome) };
}

function moreWords({ kind, operation, code }: Cause, outcome: Outcome): string {
  if (outcome === 'unknown') return 'The event does not say in words of the document how it ended.';
  if (kind === 'request') return '';
  const step = stepOfCode(code);
  const doing = stepDoing(operation)?.toLowerCase() ?? null;
  if (code === null || step === null) {
    const why = code === null ? 'It came without an error code.' : "This code is not in the provider's document.";
    return `${why} All we know is that ${doing ?? 'a step that no document names'} was tried and failed.`;
  }
  const more = EXPLAINED[code]?.more ?? '';
  return operation === step ? more : `${more} The event names another step than the one this code belongs to.`;
}

/** What the last attempt adds to a cause that stays: "Attempt 3 failed at Download; it changed nothing."; `null`: nothing. */
export function lastAttemptWords(cause: Cause, { number, operation, errorCode, outcome }: LastAttempt): string | null {
  if ((outcome !== 'failed' && outcome !== 'unknown') || (operation === cause.operation && errorCode === cause.code))
    return null;
  if (outcome === 'unknown') return `How attempt ${number} ended is not known.`;
  const kind = consequenceOf({ kind: 'localization', operation, type: null, code: errorCode }, outcome);
  const failed = `Attempt ${number} failed at ${stepDoing(operation) ?? 'a step not known to this version'}`;
  if (kind === 'unchanged') return `${failed}; it changed nothing.`;
  return kind === 'not-known' ? `${failed}; what that means is not known.` : null;
}

interface LastAttempt {
  readonly number: number;
  readonly operation: string | null;
  readonly errorCode: string | null;
  readonly outcome: Outcome;
}
