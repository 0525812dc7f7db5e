/**
 * Overlay for the list of keys and Ctrl+K. Traps the focus, and on closing returns it to its previous element or to the
 * screen's list, so that the next key is not lost.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { returnFocus } from '../components/overlay/return-focus.ts';
import { useFocusTrap } from '../components/overlay/use-focus-trap.ts';
import styles from './Overlay.module.css';

interface OverlayProps {
  readonly label: string;
  readonly close: () => void;
  readonly children: ReactNode;
  readonly isTall?: boolean;
}

export function Overlay({ label, close, children, isTall = false }: OverlayProps) {
  const content = useRef<HTMLElement>(null);
  useFocusTrap(content);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => returnFocus(opener), [opener]);
  useEffect(() => {
    // On `window`, so that fields inside handle Escape first.
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.isComposing) close();
    }
    window.addEventListener('keydown', closeOnEscape);
    return () => window.removeEventListener('keydown', closeOnEscape);
  }, [close]);
  useEffect(() => {
    let isPressed = false;
    // The second press of the double click that opened the overlay must not move the focus.
    function keepFocus(event: MouseEvent) {
      if (event.detail < 2) isPressed = true;
      else if (!isPressed) event.preventDefault();
    }
    window.addEventListener('mousedown', keepFocus, true);
    return () => window.removeEventListener('mousedown', keepFocus, true);
  }, []);
  return createPortal(
    <div className={styles['overlay']} data-tall={isTall}>
      {/* For pointers only; keyboards use Escape. Ignores the second press of the double click that opened it. */}
      <div
        className={styles['scrim']}
        aria-hidden="true"
        onClick={({ detail }) => {
          if (detail < 2) close();
        }}
      />
      <section
        className={styles['content']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- `<dialog>` would lie over the tips of what is in it
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        ref={content}
      >
        {children}
      </section>
    </div>,
    document.body,
  );
}
