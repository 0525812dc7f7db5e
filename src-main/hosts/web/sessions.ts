/**
 * Who has been let in: random cookie values, kept in memory for as long as this host runs. A restart ends them all.
 * The value is another than the launch token's, so that a link seen later opens nothing.
 */
import { randomBytes } from 'node:crypto';
import { sameSecret } from './same-secret.ts';

/** Browsers and profiles of one person; the one let in longest ago makes room. */
const MAX_SESSIONS = 16;

export class Sessions {
  /** Carries the port, since browsers share cookies between the ports of one host name. */
  readonly #cookieName: string;
  #values: readonly string[] = [];

  constructor(port: number) {
    this.#cookieName = `watchfloor-session-${port}`;
  }

  /** Opens a session and returns its `Set-Cookie` header. No `Secure`: loopback speaks plain HTTP. */
  open(): string {
    const value = randomBytes(32).toString('base64url');
    this.#values = [...this.#values, value].slice(-MAX_SESSIONS);
    return `${this.#cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Whether a `Cookie` header carries an open session. A name given twice counts for nothing. */
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
