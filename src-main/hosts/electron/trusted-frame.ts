/**
 * Who may ask for a wire to the backend: the main frame of our own page and nobody else.
 * Stricter than the pattern it follows (Visual Studio Code's validated IPC), which lets an empty address and
 * about:blank through: both can be reached by a page that is not ours.
 */
import { APP_ORIGIN, appAddress } from './app-address.ts';

/** The part of Electron's WebFrameMain that decides. */
export interface SenderFrame {
  readonly url: string;
  /** RFC 6454; "null" for an opaque one. */
  readonly origin: string;
  /** `null` in a main frame. */
  readonly parent: unknown;
  /** The frame is no longer part of the page. */
  readonly detached: boolean;
}

/** @param frame `null` where the frame has navigated away or is gone. */
export function isTrustedFrame(frame: SenderFrame | null): boolean {
  return (
    frame !== null &&
    frame.parent === null &&
    !frame.detached &&
    frame.origin === APP_ORIGIN &&
    appAddress(frame.url) !== null
  );
}
