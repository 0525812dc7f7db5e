/**
 * Gives the content of a detail pane the function that closes it. The content renders the button; the screen defines
 * what closing does.
 */
import { createContext, useContext } from 'react';

export const CloseDetailContext = createContext<(() => void) | null>(null);

export function useCloseDetail(): () => void {
  const close = useContext(CloseDetailContext);
  if (close === null) throw new Error('useCloseDetail is used outside a detail.');
  return close;
}
