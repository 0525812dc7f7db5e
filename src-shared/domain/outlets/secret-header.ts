/** Checks in which header an outlet sends its secret. Pure. Source: RFC 9110, 5.6.2 and 11.4; RFC 6750, 2.1; RFC 7617. */

/** In `Authorization`. Any other text is the name of a header, whose value is the secret. */
export const AUTH_SCHEMES = ['basic', 'bearer'] as const;

/** `not-a-header`: no name of a header. `reserved`: HTTP or Watchfloor sets this header. */
export type AuthProblem = 'not-a-header' | 'reserved';

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
const RESERVED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|date|user-agent|accept-encoding|content-.*|proxy-.*|sec-.*|webhook-.*|ce-.*)$/i;

export function authProblem(auth: string): AuthProblem | null {
  if (!HEADER_NAME.test(auth)) return 'not-a-header';
  return RESERVED.test(auth) ? 'reserved' : null;
}

/** True if the secret fits into its header: `USER:PASSWORD`, a token, or any visible ASCII text. */
export function isHeaderSecret(auth: string, secret: string): boolean {
  if (auth === 'basic') return /^[^:\p{Cc}]+:\P{Cc}*$/u.test(secret);
  if (auth === 'bearer') return /^[!-~]+$/.test(secret);
  return /^[!-~](?:[ -~]*[!-~])?$/.test(secret);
}
