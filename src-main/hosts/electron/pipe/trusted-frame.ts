/** Allows this app's page only; VS Code's validated IPC also accepts an empty address and about:blank. */
import { APP_ORIGIN, appAddress } from '../app-address.ts';

export interface SenderFrame {
  readonly url: string;
  /** RFC 6454; "null" for an opaque origin. */
  readonly origin: string;
  /** Null for a main frame. */
  readonly parent: unknown;
  readonly detached: boolean;
}

export function isTrustedFrame(frame: SenderFrame | null): boolean {
  return (
    frame !== null &&
    frame.parent === null &&
    !frame.detached &&
    frame.origin === APP_ORIGIN &&
    appAddress(frame.url) !== null
  );
}
