/** Whether a grid has the focus, or nothing has: then, too, keys are meant for it. */
import { useSyncExternalStore } from 'react';
import { gridId, isGridNear } from './grid-focus.ts';

export function useGridHasFocus(name: string): boolean {
  return useSyncExternalStore(followFocus, () => document.activeElement?.id === gridId(name));
}

/** Also where nothing has it. */
export function useGridIsNear(name: string): boolean {
  return useSyncExternalStore(followFocus, () => isGridNear(name));
}

function followFocus(changed: () => void): () => void {
  document.addEventListener('focusin', changed);
  document.addEventListener('focusout', changed);
  return () => {
    document.removeEventListener('focusin', changed);
    document.removeEventListener('focusout', changed);
  };
}
