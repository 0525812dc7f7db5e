/** How the content of a detail closes it: the button belongs in its head row, what closing means to its screen. */
import { createContext, useContext } from 'react';

export const CloseDetailContext = createContext<(() => void) | null>(null);

export function useCloseDetail(): () => void {
  const close = useContext(CloseDetailContext);
  if (close === null) throw new Error('What closes a detail stands outside of one.');
  return close;
}
