/**
 * Keys without modifiers, for whole screens: one key, or two within a second ("g t"). Never fires while somebody
 * types, while a dialog or menu is open, or with Ctrl, Alt or Meta held.
 */
import { useEffect, useRef } from 'react';

export type KeyBindings = Readonly<Record<string, () => void>>;

/** Long enough for an unhurried second key, short enough that a forgotten "g" does not swallow the next key. */
const SEQUENCE_MS = 1_000;

export function useKeys(bindings: KeyBindings): void {
  const current = useRef(bindings);
  useEffect(() => {
    current.current = bindings;
  });
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isBusy(event.target)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const sequence = first !== null && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : null;
      first = null;
      const isStart = Object.keys(current.current).some((name) => name.startsWith(`${key} `));
      const binding = (sequence === null ? undefined : current.current[sequence]) ?? current.current[key];
      if (binding !== undefined) {
        // A focused button or link keeps Enter for itself.
        if (key === 'Enter' && event.target instanceof Element && event.target.closest('button, a') !== null) return;
        event.preventDefault();
        binding();
      } else if (isStart) first = { key, at: event.timeStamp };
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=radio]), textarea, select, [contenteditable=true]') !== null) return true;
  return document.querySelector('[role=dialog][aria-modal=true], [role=menu]') !== null;
}
