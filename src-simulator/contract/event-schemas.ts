/** Schemas of the events of the stream: `docs/service.md` §4, §5.1, §6.1. */
import { type JsonObject, notShown } from './marks.ts';
import { count, instant, listOf, objectOf, schemaNamed, text } from './schemas.ts';
import { errorCodes } from '../model/localization.ts';
import { type LocalizationStep, localizationSteps } from '../model/localization-causes.ts';

function inTextOrObject(schema: string): JsonObject {
  return {
    description: 'A JSON document as text; the service also shows it as a nested object (docs/service.md §4.3).',
    oneOf: [
      { type: 'string', contentMediaType: 'application/json', contentSchema: schemaNamed(schema) },
      schemaNamed(schema),
    ],
    ...notShown('Which of the two is sent.', 'A text, or an object if `detailedMessage` is set to "object".'),
  };
}

function envelope(parts: { operation: JsonObject; state: JsonObject; detailedMessage: JsonObject }): JsonObject {
  return objectOf({
    createdDateTime: instant,
    detailedMessage: parts.detailedMessage,
    operation: parts.operation,
    principal: { ...text, description: 'The domainId that the stream belongs to.' },
    state: parts.state,
  });
}

const sessionEvent = (state: string, detailedMessage: JsonObject) =>
  envelope({ operation: { const: '-' }, state: { const: state }, detailedMessage: { ...text, ...detailedMessage } });

const localizationProfile = objectOf({
  iccid: {
    type: ['string', 'null'],
    description: 'ICCID of the downloaded profile; may be null if there is none, such as after a failed download.',
  },
  countryCode: { ...text, pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' },
});

const localized = {
  eid: { ...text, description: 'EID of the eUICC.' },
  localizedProfile: schemaNamed('LocalizedProfile'),
};

/** Meaning of the code of each failed step: `docs/service.md` §5.4. */
const failureMeanings: Readonly<Record<LocalizationStep, string>> = {
  DOWNLOADED: 'the download to the eUICC failed; nothing was changed',
  ALLOCATED: 'the allocation failed; the profile is on the eUICC and unusable',
  ACTIVATED: 'the activation failed; the profile is on the eUICC and unusable',
  PROVISIONED: 'internal provisioning failed; the profile is on the eUICC and unusable',
  ENABLED: 'enabling failed; the profile is reachable through the subscriptions API and unusable',
  FALLBACK_SET: 'the fallback profile could not be set; the eUICC may swap back later',
};

const failureInfos = listOf(schemaNamed('FailureInfo'), { minItems: 1 });

const failureInfo = objectOf({
  errorObject: objectOf({
    errorCode: {
      ...text,
      examples: ['70', '73'],
      ...notShown('The complete list of codes; 70 and 73 occur.'),
    },
    errorMessage: text,
  }),
  errorType: { ...text, examples: ['DCP_ERROR'] },
});

const epochTime = objectOf({
  epochSecond: { type: 'integer' },
  nano: { type: 'integer', minimum: 0, maximum: 999_999_999 },
});

const resource = objectOf(
  {
    resourceProperties: listOf(
      objectOf({
        type: {
          ...text,
          enum: ['IMSI', 'MSISDN', 'ICCID', 'TARGET_SUBSCRIPTION_STATE', 'TARGET_SUBSCRIPTION_PACKAGE'],
        },
        value: {
          ...text,
          ...notShown(
            'The complete list of values of TARGET_SUBSCRIPTION_STATE; PAUSE and DEACTIVATED occur.',
            'ACTIVE too.',
          ),
        },
        operation: { ...text, enum: ['SUBSCRIPTION_STATE_CHANGE', 'SUBSCRIPTION_PACKAGE_CHANGE'] },
      }),
    ),
    resourceState: {
      ...text,
      examples: ['COMPLETED', 'FAILED'],
      ...notShown('The complete list of values and their transitions.'),
    },
    resourceFailureInfos: { ...failureInfos, description: 'Present if the resource failed.' },
    resourceId: { ...text, ...notShown('Format and meaning.') },
  },
  { optional: ['resourceFailureInfos'] },
);

const connectivityRequest = objectOf(
  {
    subscriptionRequestId: { ...text, ...notShown('Format and meaning.', 'A UUID.') },
    subscriptionRequestType: { ...text, description: 'The operation of the event.' },
    subscriptionRequestState: {
      ...text,
      examples: ['COMPLETED', 'COMPLETED_WITH_FAILURES'],
      ...notShown('The complete list of values and their transitions.'),
    },
    createdBy: { ...text, description: 'The user who created the request.' },
    companyId: { ...text, ...notShown('Format and meaning.') },
    companyName: text,
    timeCreated: schemaNamed('EpochTime'),
    lastUpdated: schemaNamed('EpochTime'),
    size: { ...count, description: 'Number of resources in the request.' },
    subscriptionRequestResourceCounters: objectOf({
      inProgress: count,
      pending: count,
      canceled: count,
      rejected: count,
      completed: count,
      failed: count,
    }),
    subscriptionRequestFailureInfos: { ...failureInfos, description: 'Present if failures occurred.' },
    subscriptionRequestResources: listOf(schemaNamed('RequestResource')),
  },
  { optional: ['subscriptionRequestFailureInfos'] },
);

export const eventSchemas: Readonly<Record<string, JsonObject>> = {
  SubscriptionStarted: sessionEvent('IN_PROGRESS', {
    description: 'A text that names the principal.',
    ...notShown('The whole text.'),
  }),
  Heartbeat: sessionEvent('IN_PROGRESS', { const: 'Heartbeat' }),
  SubscriptionEnded: sessionEvent('COMPLETED', {
    description: 'A text that says that the session expired.',
    ...notShown('The whole text.'),
  }),
  Localization: {
    oneOf: [schemaNamed('LocalizationCompleted'), schemaNamed('LocalizationFailed')],
  },
  LocalizationCompleted: envelope({
    operation: {
      ...text,
      enum: ['PROVISIONED', 'ENABLED', 'FALLBACK_SET', 'LOCALIZED'],
      description:
        'ENABLED if the customer sets the fallback profile; LOCALIZED is only in the example, not in the list.',
      ...notShown('Whether PROVISIONED is announced.', 'PROVISIONED is announced now and then, before FALLBACK_SET.'),
    },
    state: { const: 'COMPLETED' },
    detailedMessage: inTextOrObject('LocalizationResult'),
  }),
  LocalizationFailed: envelope({
    operation: { ...text, enum: localizationSteps, description: 'The step that failed.' },
    state: { const: 'FAILED' },
    detailedMessage: inTextOrObject('LocalizationFailure'),
  }),
  LocalizedProfile: localizationProfile,
  LocalizationResult: objectOf(localized),
  LocalizationFailure: objectOf({
    ...localized,
    errorCode: {
      ...text,
      enum: Object.values(errorCodes),
      description: localizationSteps.map((step) => `${errorCodes[step]}: ${failureMeanings[step]}.`).join(' '),
    },
    detailedError: listOf(schemaNamed('DetailedError'), { minItems: 1 }),
  }),
  DetailedError: {
    type: 'object',
    additionalProperties: true,
    description:
      'For manual troubleshooting; content varies and is not standardized. The example holds errorCode, errorMessage and errorType (CMP_ERROR).',
    ...notShown('Other content.'),
  },
  ConnectivityRequestEvent: envelope({
    operation: { ...text, enum: ['CHANGE_SUBSCRIPTIONSTATE', 'CHANGE_SUBSCRIPTIONPACKAGE'] },
    state: { const: 'COMPLETED', description: 'In the failure examples too.' },
    detailedMessage: inTextOrObject('ConnectivityRequest'),
  }),
  ConnectivityRequest: connectivityRequest,
  RequestResource: resource,
  FailureInfo: failureInfo,
  EpochTime: epochTime,
};
