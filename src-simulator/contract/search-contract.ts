/** Describes the search, the permissions and the stream endpoint: `docs/service.md` §2.3, §3.1, §7. */
import { type FieldName, fieldNames } from '../fleet/fields.ts';
import { required } from '../configuration/required-rights.ts';
import { simulatorChoice, type JsonObject, notShown } from './marks.ts';
import { jsonResponse, jsonBody, refusals, rightsSentence } from './operations.ts';
import { instant, listOf, objectOf, schemaNamed, text } from './schemas.ts';

const DOCUMENTED_FIELDS = 4;

function fieldSchema(name: FieldName, index: number): JsonObject {
  if (name === 'lastModifiedAt') return instant;
  if (index < DOCUMENTED_FIELDS) return { ...text, ...notShown('Its type.', 'A text.') };
  return {
    type: name === 'eid' ? ['string', 'null'] : 'string',
    ...simulatorChoice(name === 'eid' ? 'A field; null if there is no eUICC.' : 'A field.'),
  };
}

const fieldsWithPrefix = (prefix: string) =>
  Object.fromEntries(fieldNames.map((name, index) => [prefix + name, fieldSchema(name, index)] as const));

const fieldName = { ...text, examples: ['iotSubscription.iotSubscriptionId'] };

export const searchSchemas: Readonly<Record<string, JsonObject>> = {
  SearchRequest: objectOf(
    {
      filters: listOf(schemaNamed('Filter'), { minItems: 1 }),
      sortBy: listOf(
        objectOf(
          {
            direction: {
              ...text,
              examples: ['asc'],
              ...notShown('Directions other than asc.', 'asc and desc.'),
            },
            field: fieldName,
          },
          { additionalProperties: false },
        ),
        { minItems: 1, ...simulatorChoice('Any field; default: the order of the fleet.') },
      ),
      after: {
        ...text,
        description:
          'Taken from `pagination.next`. Valid for 2 minutes; each further request renews it for another 2 minutes.',
        ...simulatorChoice('`filters` and `sortBy` may be left out on later pages, but must not change.'),
      },
      limit: {
        type: 'integer',
        minimum: 1,
        ...notShown(
          'The maximum value, and the page size without a limit.',
          'At most 1000, or `maxLimit`; without a limit 100, or `pageSize`.',
        ),
      },
      returnFields: listOf(fieldName, { description: 'Each item has only these.' }),
    },
    {
      optional: ['filters', 'sortBy', 'after', 'limit', 'returnFields'],
      additionalProperties: false,
      ...simulatorChoice('Other property names are refused with 400.'),
    },
  ),
  Filter: objectOf(
    {
      fields: listOf(fieldName, { minItems: 1, ...simulatorChoice('`iotSubscription.lastModifiedAt` only.') }),
      type: {
        ...text,
        examples: ['between'],
        ...notShown('Types other than between.', 'between only.'),
      },
      values: objectOf(
        { min: instant, max: instant },
        { additionalProperties: false, ...simulatorChoice('Both ends included.') },
      ),
    },
    { additionalProperties: false },
  ),
  SearchResponse: objectOf({
    pagination: objectOf({
      totalHits: { type: 'number', description: 'Total number of hits.' },
      next: {
        ...text,
        description: 'Token for the next page; in every response.',
        ...notShown(
          'Its behaviour on the last page.',
          'An empty page follows the last one, or what is set in `lastPage`.',
        ),
      },
    }),
    items: listOf(schemaNamed('SearchItem')),
  }),
  SearchItem: {
    anyOf: [
      objectOf({ iotSubscription: objectOf(fieldsWithPrefix(''), { optional: fieldNames }) }),
      objectOf(fieldsWithPrefix('iotSubscription.'), {
        optional: fieldNames.map((name) => `iotSubscription.${name}`),
      }),
      objectOf(fieldsWithPrefix(''), { optional: fieldNames }),
    ],
    ...notShown(
      'The shape of the fields of an item, and fields other than the first four.',
      'Nested, dotted or flat, as set in `itemShape`.',
    ),
  },
};

export const searchPath = {
  post: {
    operationId: 'searchSubscriptions',
    summary: 'Searches subscriptions.',
    ...rightsSentence(required.search),
    requestBody: jsonBody(schemaNamed('SearchRequest')),
    responses: {
      200: jsonResponse('One page.', schemaNamed('SearchResponse')),
      ...refusals(400, 401, 403, 413, 415),
    },
  },
};

export const permissionsSchema = objectOf({
  domainId: { ...text, description: 'Hierarchical identifier of the domain.' },
  roles: listOf(text),
  accessRights: listOf(text),
  solutions: listOf(text, { description: 'Depend on the domain.' }),
  permissions: {
    type: 'object',
    additionalProperties: listOf(text),
    description: 'Names of permissions by resource. API authorization must always be based on these.',
  },
});

export const permissionsPath = {
  get: {
    operationId: 'getTokenPermissions',
    summary: 'Returns the permissions of an access token.',
    description: 'Caching with a short time-to-live is encouraged.',
    responses: {
      200: jsonResponse('The permissions.', schemaNamed('TokenPermissions')),
      401: {
        ...refusals(401)[401],
        description: 'The token is invalid, for example revoked or expired.',
        ...notShown('The body.'),
      },
      ...refusals(405),
    },
  },
};

export const subscribePath = {
  get: {
    operationId: 'subscribe',
    summary: 'Opens the notification stream of the domain.',
    description: 'Only one subscriber per domain may be connected at a time. The events: stream contract (AsyncAPI).',
    ...rightsSentence(required.subscribe),
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        schema: text,
        ...notShown('Replay or resume after a reconnect.', 'Changes nothing.'),
      },
    ],
    responses: {
      200: { description: 'Server-sent events without end.', content: { 'text/event-stream': { schema: text } } },
      ...refusals(401, 403, 405),
      ...Object.fromEntries(
        ([409, 423] as const).map((status) => [
          status,
          {
            ...refusals(status)[status],
            ...notShown(
              'The response to a second subscriber of the domain.',
              'Another subscriber is connected; the status is set in `secondSubscriber`.',
            ),
          },
        ]),
      ),
    },
  },
};
