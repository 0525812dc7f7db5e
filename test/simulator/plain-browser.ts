/** A browser with cookies and without scripts. Follows the redirects of the issuer and submits its form. */
export class PlainBrowser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Returns the last page of the issuer, or the first address outside of it. */
  async go(url: string, form?: Record<string, string>): Promise<{ url: string; status: number; page: string }> {
    const response = await fetch(url, {
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
    return next.origin === this.#origin ? this.go(next.href) : { url: next.href, status: response.status, page: '' };
  }
}
