/** Where the issuer sends the browser back to: a loopback address of this computer (RFC 8252, section 7.3). */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

export interface RedirectListener {
  /** Rejects with the system's error where no port can be had. */
  listen(): Promise<OpenRedirect>;
}

export interface OpenRedirect {
  /** `http://127.0.0.1:PORT/callback`, of a port that the system chose. */
  readonly redirectUri: string;
  /** Of this listener alone, and not to be guessed: the callback must repeat it exactly. */
  readonly state: string;
  /**
   * The first callback with the state, whole, with its parameters. Whatever else comes is answered with a refusal, and
   * changes nothing. Rejects with the signal's reason.
   */
  callback(signal: AbortSignal): Promise<URL>;
  /** What the browser shows at last, on an address without parameters; resolves when it was given or nobody came for it. */
  finish(how: RedirectEnd): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

export type RedirectEnd = 'signed-in' | 'denied' | 'failed';

/** The system's browser, which is not ours: no page of Watchfloor ever sees a password (RFC 8252, section 8.12). */
export interface SignInBrowser {
  /**
   * `false` where this host has none to open: the page, or the person, opens the address. `profile`: whose issuer it is,
   * and no other address is opened.
   */
  open(address: string, profile: Pick<ConnectionProfile, 'authUrl'>): Promise<boolean>;
}
