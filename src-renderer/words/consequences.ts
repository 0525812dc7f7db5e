/**
 * What is true now after a failure: usable, reachable, billed, whose move; what the provider's document says, and "not
 * said" where it says nothing. Source: `service-spec.md` "Events" rules 5 and 6, "Localization errorCode values".
 */
export interface Consequence {
  readonly usable: string;
  readonly reachable: string;
  readonly billed: string;
  readonly move: string;
}

const NOT_SAID = 'Not said';
/**
 * Rule 5 says that a failed localization is not billed and that completing PROVISIONED starts billing: of what fails
 * behind that step both are true.
 */
const NOT_CLEAR = 'Not clear';
const RETRY = 'Yours: retry';

const NOTHING_SAID: Consequence = { usable: NOT_SAID, reachable: NOT_SAID, billed: NOT_SAID, move: NOT_SAID };
/** Before PROVISIONED is complete: not reachable through the subscriptions API, and not billed. */
const NOT_PROVISIONED: Consequence = { usable: 'No', reachable: 'No', billed: 'No', move: RETRY };

const CONSEQUENCES: ReadonlyMap<string, Consequence> = new Map([
  ['START_PROFILE_DOWNLOAD_FAILED', NOT_PROVISIONED],
  ['START_PROFILE_ALLOCATION_FAILED', NOT_PROVISIONED],
  ['START_PROFILE_ACTIVATION_FAILED', NOT_PROVISIONED],
  ['PROVISION_PROFILE_FAILED', NOT_PROVISIONED],
  ['START_PROFILE_ENABLE_FAILED', { usable: 'No', reachable: 'Yes', billed: NOT_CLEAR, move: RETRY }],
  // It is the step behind ENABLED: the profile is in use.
  ['SET_FALLBACK_PROFILE_FAILED', { usable: 'Yes, for now', reachable: 'Yes', billed: NOT_CLEAR, move: RETRY }],
]);

/** @param isLocalization the advice to retry is given for all that fails in a localization */
export function consequenceOf(code: string | null, isLocalization: boolean): Consequence {
  const known = code === null ? undefined : CONSEQUENCES.get(code);
  if (isLocalization) return known ?? { ...NOTHING_SAID, move: RETRY };
  return NOTHING_SAID;
}

export const figureNames: Readonly<Record<keyof Consequence, string>> = {
  usable: 'Usable',
  reachable: 'Reachable',
  billed: 'Billed',
  move: 'Whose move',
};

/** The three stages of the document's advice, for what failed in a localization. */
export const LOCALIZATION_ADVICE =
  "Retry the localization; if it fails again, retry after a few minutes; then ask the provider's support, with this event.";

/** Where no code of it is in the document. */
export const UNEXPLAINED = "What failed is not explained in the provider's document.";
