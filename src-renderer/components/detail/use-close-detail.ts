/** The content of a detail pane renders the button; the screen defines what closing does. */
import { createContext, useContext } from 'react';

export const CloseDetailContext = createContext<(() => void) | null>(null);

export function useCloseDetail(): () => void {
  const close = useContext(CloseDetailContext);
  if (close === null) throw new Error('useCloseDetail is used outside a detail.');
  return close;
}
