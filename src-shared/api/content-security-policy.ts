/**
 * What a page of ours may load and run, as one header for every host: nothing but its own files, and no script made
 * from text. A host may add its socket and the nonce of its style elements, and must never loosen the rest.
 */
interface PageSources {
  /** Base64, fresh for each response; admits the style elements that carry it. `null` where a page has none. */
  readonly nonce: string | null;
  /** `ws://host:port` of the API; `'self'` does not cover `ws:` in every browser. `null` where the pipe is no socket. */
  readonly socketOrigin: string | null;
}

/** Value of a `Content-Security-Policy` header (CSP Level 3, and Trusted Types). */
export function contentSecurityPolicy({ nonce, socketOrigin }: PageSources): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    socketOrigin === null ? "connect-src 'self'" : `connect-src 'self' ${socketOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
