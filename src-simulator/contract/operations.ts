import type { RequiredRights } from '../../src-shared/domain/profile/permission.ts';
import { type JsonObject, notShown } from './marks.ts';
import type { ContractAddresses } from './addresses.ts';
import { objectOf, schemaNamed, text } from './schemas.ts';

export const jsonBody = (schema: JsonObject, isRequired = true) => ({
  required: isRequired,
  content: { 'application/json': { schema } },
});

export const jsonResponse = (description: string, schema: JsonObject) => ({
  description,
  content: { 'application/json': { schema } },
});

const reasons = {
  400: 'The request is invalid; the message names the property.',
  401: 'The access token is missing, invalid, revoked or expired.',
  403: 'The access token lacks a permission.',
  404: 'Not found.',
  405: 'Method not allowed; `Allow` names the allowed ones.',
  409: 'Not now.',
  413: 'The body is too large.',
  415: 'Unsupported content type.',
  423: 'Not now.',
} as const;

/** The flows of the only security scheme. OpenAPI and AsyncAPI name the list of scopes differently. */
export function oauthFlows({ authUrl, realm }: ContractAddresses, scopesKey: 'scopes' | 'availableScopes') {
  const issuer = `${authUrl}/auth/realms/${realm}/protocol/openid-connect`;
  const tokenUrl = `${issuer}/token`;
  const scopes = { [scopesKey]: { openid: 'The only scope.' } };
  return {
    clientCredentials: { tokenUrl, ...scopes },
    authorizationCode: { authorizationUrl: `${issuer}/auth`, tokenUrl, ...scopes },
  };
}

export const errorSchema = (marks: JsonObject = {}) =>
  objectOf(
    {
      error: { ...text, description: 'A code.' },
      message: { ...text, description: 'A sentence that says what to do.' },
    },
    marks,
  );

/** Describes error answers. The document shows only the 401 of the permissions endpoint. */
export function refusals(...statuses: readonly (keyof typeof reasons)[]): Record<number, JsonObject> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        ...jsonResponse(reasons[status], schemaNamed('Error')),
        ...notShown('Status codes of errors and their bodies.', 'As described here.'),
      },
    ]),
  );
}

export function rightsSentence({ resource, permissions, solution }: RequiredRights) {
  const needed = permissions.map((permission) => `"${permission}"`).join(' and ');
  const and = solution === undefined ? '' : ` and the solution "${solution}"`;
  return {
    ...notShown('The permission that is required.', `The permission ${needed} of the resource "${resource}"${and}.`),
  };
}
