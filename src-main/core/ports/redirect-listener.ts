/** Listens on a loopback address for the issuer's redirect after a browser sign-in (RFC 8252, section 7.3). */
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

export interface RedirectListener {
  /** Rejects with the system's error if no port is available. */
  listen(): Promise<OpenRedirect>;
}

export interface OpenRedirect {
  /** `http://127.0.0.1:PORT/callback`, on a port that the system chose. */
  readonly redirectUri: string;
  /** Random and unique to this listener. The callback must repeat it exactly. */
  readonly state: string;
  /** The first callback with the right state; other requests change nothing. Rejects with the signal's reason. */
  callback(signal: AbortSignal): Promise<URL>;
  /** Shows the last page, at an address without parameters. Also resolves if the browser does not ask in time. */
  finish(how: RedirectEnd): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

export type RedirectEnd = 'signed-in' | 'denied' | 'failed';

/** The system's browser, so that no page of Watchfloor ever sees a password (RFC 8252, section 8.12). */
export interface SignInBrowser {
  /** False if this host cannot open a browser. Opens only addresses of the profile's issuer. */
  open(address: string, profile: Pick<ConnectionProfile, 'authUrl'>): Promise<boolean>;
}
