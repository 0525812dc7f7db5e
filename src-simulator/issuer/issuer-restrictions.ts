/** Only the flows, scope and client authentication of `docs/service.md` §1.2, §2.2, also in the discovery document. */
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

type Middleware = (context: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<void>;

const routeOf = (context: KoaContextWithOIDC): string | null =>
  // The key is set only if a route of the issuer matched.
  'oidc' in context ? context.oidc.route : null;

/** The library accepts basic and post for every client. Only a refusal shows that a client's setting has an effect. */
export const refuseOtherAuthentication: Middleware = async (context, next) => {
  await next();
  if (routeOf(context) !== 'token' || context.status !== 200) return;
  const used = context.headers.authorization === undefined ? 'client_secret_post' : 'client_secret_basic';
  const expected = context.oidc.client?.clientAuthMethod;
  if (expected === 'none' || expected === used) return;
  context.status = 401;
  context.body = { error: 'invalid_client', error_description: 'client authentication failed' };
};

/** The library would ignore other scopes. @throws InvalidScope (RFC 6749 §4.1.2.1, §5.2) if not `openid` or none */
export function refuseOtherScopes(scopes: unknown): void {
  const other =
    typeof scopes === 'string' ? scopes.split(' ').find((scope) => scope !== '' && scope !== 'openid') : null;
  if (typeof other === 'string') throw new errors.InvalidScope('the only scope is openid', other);
}

const offered: Readonly<Record<string, unknown>> = {
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
  response_types_supported: ['code'],
  response_modes_supported: ['query', 'fragment', 'form_post'],
  scopes_supported: ['openid'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  token_endpoint_auth_signing_alg_values_supported: undefined,
};

export const limitDiscovery: Middleware = async (context, next) => {
  await next();
  if (routeOf(context) === 'discovery' && context.status === 200)
    context.body = Object.assign({}, context.body, offered);
};
