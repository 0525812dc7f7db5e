/** The endpoints of the service, with their paths: `docs/service.md` §1.2, §8. */

const REALM = '/auth/realms/{realm}';
const PROTOCOL = `${REALM}/protocol/openid-connect`;
const SUBSCRIPTIONS = '/iot-connect/subscriptions/v1';
const CHANGE = `${SUBSCRIPTIONS}/connectivity-subscriptions/change/{idType}/{id}`;

/** The paths have the form of OpenAPI: `{name}` is any text without a slash. */
export const endpointPaths = {
  authorize: `${PROTOCOL}/auth`,
  discovery: `${REALM}/.well-known/openid-configuration`,
  jwks: `${PROTOCOL}/certs`,
  token: `${PROTOCOL}/token`,
  revoke: `${PROTOCOL}/revoke`,
  permissions: '/identity-access-management/token-permissions',
  search: '/iot-connect/subscription-inventory/v2/search',
  subscribe: '/connect/subscribe',
  localize: `${SUBSCRIPTIONS}/euiccs/{eid}/localize`,
  mode: `${CHANGE}/mode`,
  'service-policy': `${CHANGE}/service-policy`,
} as const;

type ServiceEndpoint = keyof typeof endpointPaths;
export type Endpoint = ServiceEndpoint | 'control' | 'other';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each key
const serviceEndpoints = Object.keys(endpointPaths) as ServiceEndpoint[];
export const endpoints: readonly Endpoint[] = [...serviceEndpoints, 'control', 'other'];

export function routeOf(endpoint: ServiceEndpoint): string {
  return endpointPaths[endpoint].replaceAll(/\{(\w+)\}/g, ':$1');
}

export function isAt(route: string, path: string): boolean {
  const [parts, segments] = [route.split('/'), path.split('/')];
  return (
    parts.length === segments.length && parts.every((part, index) => part.startsWith(':') || part === segments[index])
  );
}

const routes: readonly (readonly [route: string, endpoint: Endpoint])[] = [
  ...serviceEndpoints.map((endpoint) => [routeOf(endpoint), endpoint] as const),
  // A sign-in continues below the path at which it starts.
  [`${routeOf('authorize')}/:uid`, 'authorize'],
];

/** @param path without the query */
export function endpointOf(path: string): Endpoint {
  if (path === '/control' || path.startsWith('/control/')) return 'control';
  return routes.find(([route]) => isAt(route, path))?.[1] ?? 'other';
}
