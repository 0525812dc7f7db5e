/** Builds LOCALIZATION events: `docs/service.md` §5.1 to §5.4. Some steps are announced only if they fail. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { entryOf, errorEntries, type InnerError, type LocalizationStep } from './localization-causes.ts';
import type { Random } from '../random.ts';

export const errorCodes: Readonly<Record<LocalizationStep, string>> = {
  DOWNLOADED: 'START_PROFILE_DOWNLOAD_FAILED',
  ALLOCATED: 'START_PROFILE_ALLOCATION_FAILED',
  ACTIVATED: 'START_PROFILE_ACTIVATION_FAILED',
  PROVISIONED: 'PROVISION_PROFILE_FAILED',
  ENABLED: 'START_PROFILE_ENABLE_FAILED',
  FALLBACK_SET: 'SET_FALLBACK_PROFILE_FAILED',
};

export type LocalizationEnding =
  /** ENABLED is the last step, because the customer sets the fallback profile. */
  | { readonly kind: 'enabled' }
  | { readonly kind: 'fallback-set' }
  /** Form of a success: `docs/service.md` §5.3. */
  | { readonly kind: 'localized' }
  | { readonly kind: 'failed'; readonly step: LocalizationStep };

export interface LocalizationMessage {
  readonly operation: string;
  readonly state: 'COMPLETED' | 'FAILED';
  readonly detailedMessage: Readonly<Record<string, unknown>>;
}

export interface LocalizedDevice {
  readonly eid: string;
  readonly iccid: string;
  readonly countryCode: string;
}

export function localizationMessages(
  device: LocalizedDevice,
  ending: LocalizationEnding,
  random: Random,
): LocalizationMessage[] {
  const completed = (operation: string) => localizationSuccess(device, operation);
  switch (ending.kind) {
    case 'enabled':
      return [completed('ENABLED')];
    case 'localized':
      return [completed('LOCALIZED')];
    case 'fallback-set':
      // The document does not show if PROVISIONED is announced, so it is announced sometimes.
      return random.percent(30) ? [completed('PROVISIONED'), completed('FALLBACK_SET')] : [completed('FALLBACK_SET')];
    case 'failed':
      return [localizationFailure(device, ending.step, random)];
    default:
      return assertNever(ending);
  }
}

export function localizationSuccess(
  { eid, iccid, countryCode }: LocalizedDevice,
  operation: string,
): LocalizationMessage {
  return { operation, state: 'COMPLETED', detailedMessage: { eid, localizedProfile: { iccid, countryCode } } };
}

export function localizationFailure(
  device: LocalizedDevice,
  step: LocalizationStep,
  random: Random,
  errors?: readonly InnerError[],
): LocalizationMessage {
  const errorCode = errorCodes[step];
  return {
    operation: step,
    state: 'FAILED',
    detailedMessage: {
      eid: device.eid,
      localizedProfile: { iccid: step === 'DOWNLOADED' ? null : device.iccid, countryCode: device.countryCode },
      errorCode,
      detailedError: errors?.map(entryOf) ?? errorEntries(step, random),
    },
  };
}

export function chooseEnding(random: Random, failurePercent: number): LocalizationEnding {
  if (!random.percent(failurePercent))
    return { kind: random.pick(['enabled', 'fallback-set', 'fallback-set', 'localized']) };
  return {
    kind: 'failed',
    step: random.pick([
      'DOWNLOADED',
      'DOWNLOADED',
      'DOWNLOADED',
      'ENABLED',
      'ENABLED',
      'FALLBACK_SET',
      'FALLBACK_SET',
      'ALLOCATED',
      'ACTIVATED',
      'PROVISIONED',
    ]),
  };
}
