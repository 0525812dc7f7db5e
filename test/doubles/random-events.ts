/** Makes valid and invalid events of a service, from seeded random numbers. */
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { failedLocalizationMessage, localizedMessage, requestMessage } from './documented-events.ts';
import { oneOf } from './random-filters.ts';

type Random = (limit: number) => number;

/** Makes events whose receive times sometimes go back, because the clock is set. */
export function randomEvents(count: number, random: Random): ReceivedEvent[] {
  let receivedAt = Date.UTC(2024, 1, 28, 10);
  return Array.from({ length: count }, () => {
    receivedAt += random(40) === 0 ? -random(600_000) : random(30_000);
    const id = oneOf([null, '', `e-${random(50)}`, '100%', 'a_b', 'Ä"1', 'x'.repeat(300)], random);
    return { receivedAt, kind: oneOf(KINDS, random), id, data: randomData(random) };
  });
}

const KINDS = [
  'LOCALIZATION',
  'LOCALIZATION',
  'CMP_EVENT',
  'HEARTBEAT',
  'message',
  'PROFILE_SWAP',
  'localization',
  'nul\u0000l',
  'half\ud800',
  '監視',
  'long '.repeat(60),
];

/** Makes a request with its own resources and with identifiers of each kind, some of them odd. */
function randomRequest(random: Random): object {
  const property = (type: string, value: unknown) => ({ type, value, operation: 'SUBSCRIPTION_STATE_CHANGE' });
  const resources = Array.from({ length: random(4) }, () => ({
    resourceId: oneOf([`RES-${random(50)}`, 24_000 + random(50), null], random),
    resourceProperties: [
      property('IMSI', oneOf([`24007${random(50)}`, 240_070 + random(50)], random)),
      property('MSISDN', `+4670${random(50)}`),
      property(oneOf(['ICCID', 'TARGET_SUBSCRIPTION_STATE'], random), oneOf([`8946${random(50)}`, 7, 'a/b"c'], random)),
    ],
    resourceFailureInfos: [{ errorType: oneOf(['DCP_ERROR', 'É "X"', 7], random), errorObject: { errorCode: '70' } }],
  }));
  return {
    subscriptionRequestId: `REQ-${random(50)}`,
    size: resources.length,
    companyName: oneOf(['Nordwind', 'Süd "Netz"', 7, ''], random),
    companyId: `company-${random(3)}`,
    createdBy: oneOf(['ada', ' grace ', null], random),
    subscriptionRequestResources: resources,
  };
}

function randomData(random: Random): string {
  if (random(8) === 0)
    return oneOf(
      ['', '{', 'null', '[]', '<html>502</html>', '"FAILED"', String.raw`C:\temp\u00c4`, 'Ä %_ \u0000'],
      random,
    );
  const message = oneOf<unknown>(
    [
      'Heartbeat',
      null,
      {
        ...localizedMessage,
        localizedProfile: { iccid: `89${random(5)}`, countryCode: oneOf(['SE', 'DE', 'swe'], random) },
      },
      {
        ...failedLocalizationMessage,
        eid: oneOf(['1', ' 2 ', 3, null], random),
        errorCode: oneOf(['70', 'X"Y', 'é\ud800'], random),
      },
      { ...localizedMessage, detailedError: [{ errorCode: `C${random(4)}` }] },
      { ...requestMessage, subscriptionRequestId: `r-${random(5)}`, size: oneOf([1, 2, 'two'], random) },
      randomRequest(random),
      {
        eid: `8904${random(50)}`,
        'localizedProfile.iccid': ` 89${random(50)} `,
        imsi: 24_007 + random(50),
        errorType: 'X',
      },
      { ...requestMessage, subscriptionRequestState: 'COMPLETED', companyName: 'Äcme "One"\nTwo', extra: '\u0000' },
    ],
    random,
  );
  const data = {
    createdDateTime: '2024-02-28T10:00:00.000Z',
    operation: oneOf(['-', 'ENABLED', 'ALLOCATED', 'CHANGE_SUBSCRIPTIONSTATE', 'X\\Y', null], random),
    state: oneOf(['COMPLETED', 'FAILED', 'IN_PROGRESS', 'DONE', 7, null], random),
    principal: oneOf(['acme', 'acme/emea', 12, null], random),
    detailedMessage: random(2) === 0 ? message : JSON.stringify(message),
  };
  const text = JSON.stringify(data);
  // Some services escape all characters beyond ASCII.
  if (random(3) > 0) return text;
  return text.replaceAll(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
