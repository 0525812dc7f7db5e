/** Describes the trigger endpoints: `docs/service.md` §8. The document shows only their paths. */
import type * as z from 'zod';
import { endpointPaths } from '../http/endpoints.ts';
import { idTypes } from '../fleet/fields.ts';
import { required } from '../configuration/required-rights.ts';
import { localizeBodySchema, modeBodySchema, servicePolicyBodySchema } from '../scenarios/triggers.ts';
import { type JsonObject, notShown } from './marks.ts';
import { jsonResponse, jsonBody, refusals, rightsSentence } from './operations.ts';
import { schemaOf, objectOf, schemaNamed, text } from './schemas.ts';

function triggerOf(trigger: {
  operationId: string;
  summary: string;
  rights: Parameters<typeof rightsSentence>[0];
  parameters: readonly JsonObject[];
  body: z.ZodType;
  mayBeEmpty?: true;
  accepted: string;
}) {
  const { operationId, summary, parameters, rights, body, mayBeEmpty = false, accepted } = trigger;
  const { 'x-simulator': needed } = rightsSentence(rights);
  return {
    parameters,
    post: {
      operationId,
      summary,
      ...notShown(
        'Method, payload, answers and the permission that is required.',
        `All of this operation but its path. ${needed}`,
      ),
      requestBody: jsonBody(schemaOf(body, 'input'), !mayBeEmpty),
      responses: {
        202: jsonResponse('Started; the events follow.', schemaNamed(accepted)),
        ...refusals(400, 401, 403, 404, 405, 409, 413, 415),
      },
    },
  };
}

const inPath = (name: string, schema: JsonObject) => ({ name, in: 'path', required: true, schema });
const subscriptionInPath = [
  inPath('idType', { ...text, enum: idTypes, ...notShown('The values.', 'These.') }),
  inPath('id', text),
];

export const triggerSchemas: Readonly<Record<string, JsonObject>> = {
  LocalizationAccepted: objectOf({ status: { const: 'ACCEPTED' }, eid: text, countryCode: text }),
  ChangeAccepted: objectOf({
    status: { const: 'ACCEPTED' },
    subscriptionRequestId: { ...text, description: 'The same as in the event.' },
  }),
};

export const triggerPaths: Readonly<Record<string, JsonObject>> = {
  [endpointPaths.localize]: triggerOf({
    operationId: 'localize',
    summary: 'Localizes an eUICC; LOCALIZATION events follow.',
    rights: required.localize,
    parameters: [inPath('eid', text)],
    body: localizeBodySchema,
    mayBeEmpty: true,
    accepted: 'LocalizationAccepted',
  }),
  [endpointPaths.mode]: triggerOf({
    operationId: 'changeMode',
    summary: 'Changes the state of a subscription; a CMP_EVENT with CHANGE_SUBSCRIPTIONSTATE follows.',
    rights: required.mode,
    parameters: subscriptionInPath,
    body: modeBodySchema,
    accepted: 'ChangeAccepted',
  }),
  [endpointPaths['service-policy']]: triggerOf({
    operationId: 'changeServicePolicy',
    summary: 'Changes the package of a subscription; a CMP_EVENT with CHANGE_SUBSCRIPTIONPACKAGE follows.',
    rights: required.servicePolicy,
    parameters: subscriptionInPath,
    body: servicePolicyBodySchema,
    accepted: 'ChangeAccepted',
  }),
};
