/** Where the issuer sends the browser back to: a loopback address of this computer (RFC 8252, section 7.3). */
export interface RedirectListener {
  /** @throws AppError SIGN_IN_FAILED (`port`) where no port can be had */
  listen(expectedState: string): Promise<OpenRedirect>;
}

export interface OpenRedirect {
  /** `http://127.0.0.1:PORT/callback`, of a port that the system chose. */
  readonly redirectUri: string;
  /**
   * The first callback with the expected state, whole, with its parameters. Whatever else comes is answered with a
   * refusal, and changes nothing. Rejects with the signal's reason.
   */
  callback(signal: AbortSignal): Promise<URL>;
  /** What the browser shows at last, on an address without parameters; resolves when it was given or nobody came for it. */
  finish(how: 'signed-in' | 'denied' | 'failed'): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** The system's browser, which is not ours: no page of Watchfloor ever sees a password (RFC 8252, section 8.12). */
export interface SignInBrowser {
  /** `false` where this host has none to open: the page, or the person, opens the address. */
  open(address: string): Promise<boolean>;
}
