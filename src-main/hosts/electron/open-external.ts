/** The system's browser, for signing in: the only thing that the desktop app ever opens outside of its window. */
import type { SignInBrowser } from '../../core/ports/redirect-listener.ts';
import { isSignInAddress } from '../sign-in-address.ts';

/** `openExternal`: Electron's, which starts whatever program is registered for an address. */
export function createExternalBrowser(openExternal: (address: string) => Promise<void>): SignInBrowser {
  return {
    async open(address, profile) {
      if (!isSignInAddress(address, profile)) return false;
      await openExternal(address);
      return true;
    },
  };
}
