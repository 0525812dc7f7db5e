/** Incomplete, so a missing word is unknown, never refused: `docs/service.md` §4.2, §5.4, §6.3, §6.4. */

export const SESSION_STATES: ReadonlyMap<string, string> = new Map([
  ['SUBSCRIPTION_STARTED', 'IN_PROGRESS'],
  ['HEARTBEAT', 'IN_PROGRESS'],
  ['SUBSCRIPTION_ENDED', 'COMPLETED'],
]);
export const LOCALIZATION_KIND = 'LOCALIZATION';
export const REQUEST_KIND = 'CMP_EVENT';
/** Kinds of event that report a result; the only ones that can fail. */
export const OUTCOME_KINDS: ReadonlySet<string> = new Set([LOCALIZATION_KIND, REQUEST_KIND]);

export const NO_OPERATION = '-';

export const EVENT_STATES: ReadonlySet<string> = new Set(['IN_PROGRESS', 'COMPLETED', 'FAILED']);

export const EARLIER_STEPS: ReadonlySet<string> = new Set(['DOWNLOADED', 'ALLOCATED', 'ACTIVATED', 'PROVISIONED']);
/** Three forms of success: ENABLED if the customer sets the fallback, FALLBACK_SET, and LOCALIZED. */
export const FINAL_STEPS: ReadonlySet<string> = new Set(['ENABLED', 'FALLBACK_SET', 'LOCALIZED']);

export const REQUEST_OPERATIONS: ReadonlySet<string> = new Set([
  'CHANGE_SUBSCRIPTIONSTATE',
  'CHANGE_SUBSCRIPTIONPACKAGE',
]);
export const REQUEST_STATES: ReadonlySet<string> = new Set(['COMPLETED', 'COMPLETED_WITH_FAILURES']);
/** States and packages that a request can set. */
export const REQUEST_TARGETS: ReadonlySet<string> = new Set(['PAUSE', 'DEACTIVATED']);
export const RESOURCE_STATES: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED']);

export const LOCALIZATION_ERROR_CODES: ReadonlySet<string> = new Set([
  'START_PROFILE_DOWNLOAD_FAILED',
  'START_PROFILE_ALLOCATION_FAILED',
  'START_PROFILE_ACTIVATION_FAILED',
  'PROVISION_PROFILE_FAILED',
  'START_PROFILE_ENABLE_FAILED',
  'SET_FALLBACK_PROFILE_FAILED',
]);
export const REQUEST_ERROR_CODES: ReadonlySet<string> = new Set(['70', '73']);
