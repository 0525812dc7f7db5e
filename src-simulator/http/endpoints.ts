/** Maps the path of a request to an endpoint: `service-spec.md` "Endpoints". */

export const endpoints = [
  'authorize',
  'discovery',
  'jwks',
  'token',
  'revoke',
  'permissions',
  'search',
  'subscribe',
  'localize',
  'mode',
  'service-policy',
  'control',
  'other',
] as const;
export type Endpoint = (typeof endpoints)[number];

const paths: readonly (readonly [RegExp, Endpoint])[] = [
  [/^\/auth\/realms\/[^/]+\/protocol\/openid-connect\/auth(\/|$)/, 'authorize'],
  [/^\/auth\/realms\/[^/]+\/\.well-known\/openid-configuration$/, 'discovery'],
  [/^\/auth\/realms\/[^/]+\/protocol\/openid-connect\/certs$/, 'jwks'],
  [/^\/auth\/realms\/[^/]+\/protocol\/openid-connect\/token$/, 'token'],
  [/^\/auth\/realms\/[^/]+\/protocol\/openid-connect\/revoke$/, 'revoke'],
  [/^\/identity-access-management\/token-permissions$/, 'permissions'],
  [/^\/iot-connect\/subscription-inventory\/v2\/search$/, 'search'],
  [/^\/connect\/subscribe$/, 'subscribe'],
  [/^\/iot-connect\/subscriptions\/v1\/euiccs\/[^/]+\/localize$/, 'localize'],
  [/^\/iot-connect\/subscriptions\/v1\/connectivity-subscriptions\/change\/[^/]+\/[^/]+\/mode$/, 'mode'],
  [
    /^\/iot-connect\/subscriptions\/v1\/connectivity-subscriptions\/change\/[^/]+\/[^/]+\/service-policy$/,
    'service-policy',
  ],
  [/^\/control(\/|$)/, 'control'],
];

/** @param path without the query */
export function endpointOf(path: string): Endpoint {
  return paths.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}
