/**
 * What is laid over the page by a key: the list of keys and Ctrl+K. It keeps the focus while it is there and gives it
 * back to where it came from, or to the list of the screen, so that the next key is not lost.
 */
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './Overlay.module.css';

interface OverlayProps {
  readonly label: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

export function Overlay({ label, close, children }: OverlayProps) {
  return (
    <Modal.Root
      opened
      onClose={close}
      size="auto"
      yOffset="0"
      zIndex="var(--layer-dialog)"
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <Modal.Overlay color="var(--scrim)" backgroundOpacity={1} />
      <Modal.Content
        aria-label={label}
        classNames={{ inner: styles['inner'] ?? '', content: styles['content'] ?? '' }}
        radius="var(--radius)"
      >
        <ReturnedFocus />
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mantine's own looks for the opener when focus has left it already, and knows nothing of the list. */
function ReturnedFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Whoever closed it may have moved the focus on already.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      const target = isThere ? opener : document.querySelector<HTMLElement>('main [role=grid], main [role=treegrid]');
      target?.focus({ preventScroll: true });
    },
    [opener],
  );
  return null;
}
