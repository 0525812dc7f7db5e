/** Describes the service as OpenAPI 3.1, as far as its document goes. Gaps and choices are marked (`marks.ts`). */
import type { ContractAddresses } from './addresses.ts';
import { endpointPaths } from '../http/endpoints.ts';
import { issuerPaths, issuerSchemas } from './issuer-contract.ts';
import { type JsonObject, notShown } from './marks.ts';
import { CONTRACT_VERSION } from '../contract-version.ts';
import { errorSchema, oauthFlows } from './operations.ts';
import { permissionsPath, permissionsSchema, searchPath, searchSchemas, subscribePath } from './search-contract.ts';
import { triggerPaths, triggerSchemas } from './trigger-contract.ts';

export function serviceContract(addresses: ContractAddresses): JsonObject {
  const { baseUrl, eventsUrl } = addresses;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Connectivity service',
      version: CONTRACT_VERSION,
      description:
        'Subscription search, token permissions, notification stream, the endpoints that trigger notifications, and the token issuer. `x-not-shown` marks what is not documented; `x-simulator` describes this simulator, and a real service may differ.',
      ...notShown(
        'Rate limits, and rules of versioning, compatibility and deprecation.',
        'No rate limits. Its issuer also offers discovery, keys and revocation (RFC 8414, RFC 7517, RFC 7009), which are not part of this contract.',
      ),
    },
    servers: [{ url: baseUrl, description: 'The base address of the service (docs/service.md §1.2).' }],
    security: [{ oauth2: ['openid'] }],
    paths: {
      [endpointPaths.search]: searchPath,
      [endpointPaths.permissions]: permissionsPath,
      [endpointPaths.subscribe]: {
        servers: [{ url: eventsUrl, description: 'The address of the events (docs/service.md §1.2).' }],
        ...subscribePath,
      },
      ...triggerPaths,
      ...issuerPaths(addresses),
    },
    components: {
      schemas: {
        ...searchSchemas,
        TokenPermissions: permissionsSchema,
        ...triggerSchemas,
        ...issuerSchemas,
        Error: errorSchema(notShown('Bodies of errors.', 'This one.')),
      },
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          description: 'The same credentials give access to every API of the service.',
          flows: oauthFlows(addresses, 'scopes'),
        },
      },
    },
  };
}
