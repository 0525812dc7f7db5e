/** Opens the system's browser for a sign-in. The desktop app and the command line open no other address. */
import type { SignInBrowser } from '../../core/ports/redirect-listener.ts';
import { isSignInAddress } from '../sign-in-address.ts';

export function createExternalBrowser(openExternal: (address: string) => Promise<void>): SignInBrowser {
  return {
    async open(address, profile) {
      if (!isSignInAddress(address, profile)) return false;
      await openExternal(address);
      return true;
    },
  };
}
