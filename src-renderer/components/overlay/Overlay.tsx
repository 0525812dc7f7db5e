/** A modal panel over the page. On closing, the focus returns to its previous element, or else to the screen's list. */
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Overlay.module.css';
import { recoverFocus } from './recover-focus.ts';
import { initialFocus } from './initial-focus.ts';

interface OverlayProps {
  readonly label: string;
  readonly close: () => void;
  readonly children: ReactNode;
  readonly isTall?: boolean;
}

export function Overlay({ label, close, children, isTall = false }: OverlayProps) {
  const content = useRef<HTMLDivElement>(null);
  // The library returns the focus in a microtask.
  useEffect(() => () => void setTimeout(() => recoverFocus()), []);
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
  return (
    <Dialog.Root open modal="trap-focus" disablePointerDismissal onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Viewport className={styles['overlay']} data-tall={isTall}>
          {/* For pointers only; keyboards use Escape. Ignores the second press of the double click that opened it. */}
          <div
            className={styles['scrim']}
            aria-hidden="true"
            onClick={({ detail }) => {
              if (detail < 2) close();
            }}
          />
          <Dialog.Popup
            className={styles['content']}
            aria-modal="true"
            aria-label={label}
            ref={content}
            initialFocus={() => initialFocus(content.current)}
          >
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
