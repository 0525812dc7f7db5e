/**
 * Which browsers the web host has let in, over all its starts. A host that starts again knows no session of the one
 * before; a browser that was let in once stays so for as long as `npm run dev` runs, and no other one comes in by it.
 */
export class Admissions {
  readonly backendOrigin: string;
  /** `name=value` of every session cookie that the host has given. */
  readonly #given = new Set<string>();
  /** The one of the host that runs now. */
  #current: string | null = null;

  constructor(backendPort: number) {
    this.backendOrigin = `http://127.0.0.1:${backendPort}`;
  }

  /** @param setCookie headers of an answer of the host */
  remember(setCookie: readonly string[] | undefined): void {
    for (const header of setCookie ?? []) {
      const [cookie = ''] = header.split(';');
      this.#given.add(cookie);
      this.#current = cookie;
    }
  }

  /** @param header the `Cookie` header of a browser */
  admits(header: string | undefined): boolean {
    return (header ?? '').split('; ').some((cookie) => this.#given.has(cookie));
  }

  /** What to send to the host in its place; `null`: the header as it is. */
  cookieFor(header: string | undefined): string | null {
    return this.admits(header) ? this.#current : null;
  }

  /**
   * Lets the browsers that were let in before into a host that has started again.
   * @returns `false` if there are none: then somebody must open the link
   */
  async renew(launchLink: string): Promise<boolean> {
    if (this.#given.size === 0) return false;
    const answer = await fetch(`${this.backendOrigin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1', origin: this.backendOrigin },
      body: JSON.stringify({ token: new URL(launchLink).hash.replace('#launch=', '') }),
    });
    this.remember(answer.headers.getSetCookie());
    return answer.ok;
  }
}
