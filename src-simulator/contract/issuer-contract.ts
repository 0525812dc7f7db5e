/** `docs/service.md` §1.2, §2.2 (two paths, two flows, one scope); the rest is RFC 6749 and RFC 7636. */
import { endpointPaths } from '../http/endpoints.ts';
import type { ContractAddresses } from './addresses.ts';
import { simulatorChoice, type JsonObject, notShown } from './marks.ts';
import { jsonResponse } from './operations.ts';
import { count, objectOf, schemaNamed, text } from './schemas.ts';

const withoutToken = { security: [] };

export const issuerSchemas: Readonly<Record<string, JsonObject>> = {
  TokenRequest: objectOf(
    {
      grant_type: { ...text, enum: ['client_credentials', 'authorization_code', 'refresh_token'] },
      scope: { ...text, examples: ['openid'] },
      client_id: text,
      client_secret: text,
      code: text,
      redirect_uri: text,
      code_verifier: text,
      refresh_token: text,
    },
    {
      optional: ['scope', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'refresh_token'],
      ...notShown(
        'Token request parameters and the format of credentials.',
        'RFC 6749, with PKCE (RFC 7636). A client uses its own method: HTTP Basic, or client_id and client_secret in the form.',
      ),
    },
  ),
  TokenResponse: objectOf(
    {
      access_token: {
        ...text,
        ...notShown('The form of tokens.', 'A JWT, or opaque if configured.'),
      },
      token_type: { const: 'Bearer' },
      expires_in: { ...count, description: 'Seconds.', ...notShown('Its value.', '300, or as set in `tokenSeconds`.') },
      scope: text,
      refresh_token: { ...text, ...simulatorChoice('In the authorization-code flow; each can be used once.') },
      id_token: text,
    },
    { optional: ['scope', 'refresh_token', 'id_token'] },
  ),
  OAuthError: objectOf(
    { error: text, error_description: text },
    { optional: ['error_description'], description: 'RFC 6749 section 5.2.' },
  ),
};

const oauthError = (description: string) => ({
  ...jsonResponse(description, schemaNamed('OAuthError')),
  ...notShown('Error answers of the issuer.', 'As in RFC 6749 section 5.2.'),
});

const inQuery = (name: string, schema: JsonObject = text) => ({ name, in: 'query', required: true, schema });

export function issuerPaths({ authUrl, realm }: ContractAddresses): Readonly<Record<string, JsonObject>> {
  const realmParameter = {
    name: 'realm',
    in: 'path',
    required: true,
    schema: { ...text, examples: [realm] },
  };
  const servers = [{ url: authUrl, description: 'The address of the sign-in (docs/service.md §1.2).' }];
  return {
    [endpointPaths.token]: {
      servers,
      parameters: [realmParameter],
      post: {
        operationId: 'requestToken',
        summary: 'Issues an access token, in both flows.',
        ...withoutToken,
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: schemaNamed('TokenRequest') } },
        },
        responses: {
          200: jsonResponse('RFC 6749 section 5.1.', schemaNamed('TokenResponse')),
          400: oauthError('The request or the grant is wrong.'),
          401: oauthError('The client is unknown, or its credentials are wrong.'),
        },
      },
    },
    [endpointPaths.authorize]: {
      servers,
      parameters: [realmParameter],
      get: {
        operationId: 'authorize',
        summary: 'Starts the authorization-code flow in a browser.',
        ...withoutToken,
        ...notShown('Parameters and pages.', 'RFC 6749 section 4.1 with PKCE (S256), which is required.'),
        parameters: [
          inQuery('client_id'),
          inQuery('redirect_uri'),
          inQuery('response_type', { const: 'code' }),
          inQuery('scope'),
          inQuery('code_challenge'),
          inQuery('code_challenge_method', { const: 'S256' }),
          { ...inQuery('state'), required: false },
          { ...inQuery('nonce'), required: false },
        ],
        responses: {
          303: {
            description: 'To the sign-in page, or back to the client with a code or an error (RFC 6749 section 4.1.2).',
            headers: { Location: { required: true, schema: text } },
            content: { 'text/html': { schema: text } },
          },
          400: {
            description: 'A page that explains why the sign-in cannot start.',
            content: { 'text/html': { schema: text } },
          },
        },
      },
    },
  };
}
