/** The page loads only its own files and runs no script made from text. A host may only add its socket and nonce. */
interface PageSources {
  /** Base64, new for each response; allows the style elements that carry it. Null if the page has none. */
  readonly nonce: string | null;
  /** `ws://host:port`, because `'self'` does not include `ws:` in every browser. */
  readonly socketOrigin: string | null;
}

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
