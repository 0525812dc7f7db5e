/** Keeps sessions in memory. The value is not the launch token, so that a link found later opens nothing. */
import { randomBytes } from 'node:crypto';
import { sameSecret } from './same-secret.ts';

/** Enough for the browsers of one user. A new session removes the oldest; so does a new page key. */
export const MAX_SESSIONS = 16;

export class Sessions {
  /** Contains the port, because browsers share cookies between all ports of a host name. */
  readonly #cookieName: string;
  #values: readonly string[] = [];

  constructor(port: number) {
    this.#cookieName = `watchfloor-session-${port}`;
  }

  /** Opens a session and returns its `Set-Cookie` header. Without `Secure`, because loopback uses plain HTTP. */
  open(): string {
    const value = randomBytes(32).toString('base64url');
    this.#values = [...this.#values, value].slice(-MAX_SESSIONS);
    return `${this.#cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** True if a `Cookie` header contains an open session. A cookie name that occurs twice is refused. */
  admits(cookieHeader: string | undefined): boolean {
    const given = (cookieHeader ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${this.#cookieName}=`))
      .map((pair) => pair.slice(this.#cookieName.length + 1));
    const [value] = given;
    return value !== undefined && given.length === 1 && this.#values.some((open) => sameSecret(value, open));
  }
}
