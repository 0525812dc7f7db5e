/** Takes an access token out of text that another party wrote: a service or proxy may echo what it was sent. */
export type Redaction = (text: string) => string;

/** So much of a token tells it: a part cut off at the end of a text must go as well. */
const tellingCharacters = 16;

export function redactionOf(accessToken: string): Redaction {
  if (accessToken === '') return (text) => text;
  const beginning = accessToken.slice(0, tellingCharacters).replaceAll(/[^A-Za-z0-9]/g, '\\$&');
  // RFC 6750, section 2.1: the characters of a bearer token.
  const token = new RegExp(`${beginning}[A-Za-z0-9._~+/=-]*`, 'g');
  return (text) => text.replaceAll(token, '[access token]');
}
