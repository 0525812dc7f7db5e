/** Fields of a token response (RFC 6749 section 5.1) that must be text. Without a usable one there is no sign-in. */
const TOKEN_FIELDS: ReadonlySet<string> = new Set(['access_token', 'refresh_token', 'id_token']);

/** True if the code of a failed token request names the field that is missing or not text. */
export function isTokenField(code: string): boolean {
  return TOKEN_FIELDS.has(code);
}
