/** Makes a failed localization as in the document of the service, with its message as JSON in a string. */
import { START } from './page-watch.ts';

const DOCUMENTED = [
  { errorCode: '3107', errorMessage: 'Allocation timed out in the connectivity platform', errorType: 'CMP_ERROR' },
];

export function documentedFailure(detailedError: unknown = DOCUMENTED) {
  return {
    createdDateTime: new Date(START - 240).toISOString(),
    detailedMessage: JSON.stringify({
      eid: '89049032000000000000898242162626',
      localizedProfile: { iccid: '8946200011660309494', countryCode: 'SE' },
      errorCode: 'START_PROFILE_ALLOCATION_FAILED',
      detailedError,
    }),
    operation: 'ALLOCATED',
    principal: 'acme:eu',
    state: 'FAILED',
  };
}
