/**
 * Causes of failed steps, in the wording of the platforms behind the service. `docs/service.md` §5.1: `detailedError`
 * is not standardized. Here each cause has one code and one sentence, and the other fields vary.
 */
import type { Random } from '../random.ts';

/** In the order of execution. */
export const localizationSteps = [
  'DOWNLOADED',
  'ALLOCATED',
  'ACTIVATED',
  'PROVISIONED',
  'ENABLED',
  'FALLBACK_SET',
] as const;

export type LocalizationStep = (typeof localizationSteps)[number];

/** Fields as in `docs/service.md` §5.1. */
export interface InnerError {
  readonly errorCode: string;
  readonly errorMessage: string;
}

export const innerErrors = {
  noDevice: { errorCode: '4001', errorMessage: 'No device or no network connectivity' },
  noAnswer: { errorCode: '4017', errorMessage: 'The eUICC did not answer within 120 s' },
  noFreeProfile: { errorCode: '4102', errorMessage: 'Allocation refused: no free profile in the pool' },
  allocationTimedOut: { errorCode: '4177', errorMessage: 'Allocation timed out in the connectivity platform' },
  activation: { errorCode: '4203', errorMessage: 'Activation failed in the connectivity platform' },
  provisioning: { errorCode: '4250', errorMessage: 'Internal provisioning error' },
  notReachable: { errorCode: '4301', errorMessage: 'The device was not reachable' },
  enableRejected: { errorCode: '4308', errorMessage: 'The eUICC rejected the enable command' },
  notActive: { errorCode: '4313', errorMessage: 'The subscription is not active any more' },
  noNetworkAfterwards: { errorCode: '4401', errorMessage: 'No network connection after the profile was enabled' },
} as const satisfies Record<string, InnerError>;

const causes: Record<LocalizationStep, readonly [InnerError, ...InnerError[]]> = {
  DOWNLOADED: [innerErrors.noDevice, innerErrors.noAnswer],
  ALLOCATED: [innerErrors.noFreeProfile, innerErrors.allocationTimedOut],
  ACTIVATED: [innerErrors.activation],
  PROVISIONED: [innerErrors.provisioning],
  ENABLED: [innerErrors.notReachable, innerErrors.enableRejected],
  FALLBACK_SET: [innerErrors.noNetworkAfterwards],
};

export type ErrorEntry = Readonly<Record<string, unknown>>;

export const entryOf = (error: InnerError): ErrorEntry => ({ ...error, errorType: 'CMP_ERROR' });

/** Returns random entries for a failure: usually only the cause, sometimes further entries or another form. */
export function errorEntries(step: LocalizationStep, random: Random): readonly ErrorEntry[] {
  const [first, second = first] = causes[step];
  const cause = random.percent(65) ? first : second;
  const chance = random.integer(1, 100);
  if (chance <= 76) return [entryOf(cause)];
  if (chance <= 86) return [entryOf(cause), { ...notedBefore, errorType: 'CMP_ERROR' }];
  if (chance <= 96) return [entryOf(cause), otherEntry(cause, random)];
  return [otherEntry(cause, random)];
}

const notedBefore: InnerError = { errorCode: '4999', errorMessage: 'Retries of the platform were used up' };

function otherEntry({ errorCode, errorMessage }: InnerError, random: Random): ErrorEntry {
  return random.pick([
    { system: 'SM-DP', status: Number(errorCode), reason: errorMessage, traceId: random.uuid() },
    { component: 'profile-gateway', text: `${errorCode}: ${errorMessage}`, attempts: random.integer(2, 5) },
  ]);
}
