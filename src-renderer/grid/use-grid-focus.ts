import { useSyncExternalStore } from 'react';
import { gridId, gridAcceptsKeys } from './grid-focus.ts';

export function useGridHasFocus(name: string): boolean {
  return useSyncExternalStore(subscribeToFocus, () => document.activeElement?.id === gridId(name));
}

export function useGridAcceptsKeys(name: string): boolean {
  return useSyncExternalStore(subscribeToFocus, () => gridAcceptsKeys(name));
}

function subscribeToFocus(changed: () => void): () => void {
  document.addEventListener('focusin', changed);
  document.addEventListener('focusout', changed);
  return () => {
    document.removeEventListener('focusin', changed);
    document.removeEventListener('focusout', changed);
  };
}
