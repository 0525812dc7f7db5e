/**
 * A person who signed in has an id made of `iss` and `sub` of the ID token (OpenID Connect Core 5.7). It is longer than
 * any id that a page or a command may choose, so the backend that stored the action has verified it.
 */

export const MAX_TYPED_AUTHOR_ID = 64;
const SIGNED_IN = /^account:[0-9a-f]{64}$/;

/** @param digest SHA-256 of the issuer and the account, in hexadecimal */
export function signedInAuthorId(digest: string): string {
  return `account:${digest}`;
}

export function isSignedInAuthor({ id }: { readonly id: string }): boolean {
  return SIGNED_IN.test(id);
}
