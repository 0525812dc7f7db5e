/** A browser with cookies and without scripts. Follows the redirects of the issuer and submits its form. */
export class PlainBrowser {
  /** Public address of the simulator. */
  readonly #address: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  /** @param origin receives the requests to `address`, as behind a proxy that removes the path of the address */
  constructor(address: string, origin = address) {
    this.#address = address;
    this.#origin = origin;
  }

  /** Returns the last page of the issuer, or the first address outside of it. */
  async go(url: string, form?: Record<string, string>): Promise<{ url: string; status: number; page: string }> {
    const response = await fetch(this.#origin + url.slice(this.#address.length), {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      this.#cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return { url, status: response.status, page: await response.text() };
    await response.body?.cancel();
    const next = new URL(location, url);
    return next.href.startsWith(this.#address)
      ? this.go(next.href)
      : { url: next.href, status: response.status, page: '' };
  }
}
