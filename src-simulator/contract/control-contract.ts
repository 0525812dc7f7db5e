import * as z from 'zod';
import type { ControlAction } from '../control/control-action.ts';
import type { ContractAddresses } from './addresses.ts';
import type { JsonObject } from './marks.ts';
import { CONTRACT_VERSION } from '../contract-version.ts';
import { errorSchema } from './operations.ts';
import { schemaNamed, schemaOf, text } from './schemas.ts';

export function controlContract({ origin }: ContractAddresses, acts: readonly ControlAction[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const act of acts) {
    const path = `/control/${act.name.replaceAll(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[act.method.toLowerCase()] = operationOf(act);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control of the simulator',
      version: CONTRACT_VERSION,
      description:
        'Triggers events and faults, and lists the requests to the simulated service. It is not part of the service. Requests with an `Origin` header are refused, so that no page can use it.',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: {
        Error: errorSchema(),
      },
    },
  };
}

function operationOf({ method, name, summary, body, response }: ControlAction): JsonObject {
  const inPath = [...name.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
  const { properties = {}, required = [] } = z
    .object({
      properties: z.record(z.string(), z.unknown()).optional(),
      required: z.array(z.string()).optional(),
    })
    .parse(schemaOf(body, 'input'));
  const inQuery = method === 'GET' || method === 'DELETE' ? Object.keys(properties) : [];
  const parameters = [
    ...inPath.map((parameter) => ({
      name: parameter,
      in: 'path',
      required: true,
      schema: properties[parameter] ?? text,
    })),
    ...inQuery
      .filter((parameter) => !inPath.includes(parameter))
      .map((parameter) => ({
        name: parameter,
        in: 'query',
        required: required.includes(parameter),
        schema: properties[parameter],
      })),
  ];
  return {
    operationId: `${method.toLowerCase()}-${name.replaceAll(/[^a-z-]+/gi, '-')}`,
    summary: `${summary}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'GET' &&
      method !== 'DELETE' && {
        requestBody: {
          required: required.length > 0,
          content: { 'application/json': { schema: schemaOf(body, 'input') } },
        },
      }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(response, 'output') } } },
      default: { description: 'Not done.', content: { 'application/json': { schema: schemaNamed('Error') } } },
    },
  };
}
