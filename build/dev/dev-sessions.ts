/**
 * Remembers which browsers the web host has admitted, across its restarts. A restarted host knows no earlier session, so
 * this class translates the session cookie of an admitted browser into the current one. It admits no other browser.
 */
export class DevSessions {
  readonly backendOrigin: string;
  /** `name=value` of every session cookie that the host has given. */
  readonly #cookies = new Set<string>();
  #current: string | null = null;

  constructor(backendPort: number) {
    this.backendOrigin = `http://127.0.0.1:${backendPort}`;
  }

  remember(setCookie: readonly string[] | undefined): void {
    for (const header of setCookie ?? []) {
      const [cookie = ''] = header.split(';');
      this.#cookies.add(cookie);
      this.#current = cookie;
    }
  }

  admits(header: string | undefined): boolean {
    return (header ?? '').split('; ').some((cookie) => this.#cookies.has(cookie));
  }

  /** Returns the cookie to send to the host instead, or null to send the header unchanged. */
  cookieFor(header: string | undefined): string | null {
    return this.admits(header) ? this.#current : null;
  }

  /**
   * Opens a session at a restarted host for the browsers that were admitted before.
   * @returns false if there are none; then the developer must open the link
   */
  async renew(launchLink: string): Promise<boolean> {
    if (this.#cookies.size === 0) return false;
    const response = await fetch(`${this.backendOrigin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1', origin: this.backendOrigin },
      body: JSON.stringify({ token: new URL(launchLink).hash.replace('#launch=', '') }),
    });
    this.remember(response.headers.getSetCookie());
    return response.ok;
  }
}
