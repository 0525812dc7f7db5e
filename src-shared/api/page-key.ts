/** A page signs this text to get a new session from a restarted web host. `docs/access-guard.md` describes the exchange. */

/** Point of an elliptic curve key (P-256), each coordinate in base64url as in a JSON Web Key (RFC 7518, 6.2.1). */
export interface PublicPageKey {
  readonly x: string;
  readonly y: string;
}

/** Contains the origin, so that a signature for one port is useless at another. */
export function proofText(origin: string, challenge: string): string {
  return `watchfloor session\n${origin}\n${challenge}`;
}
