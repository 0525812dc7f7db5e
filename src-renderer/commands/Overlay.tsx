/**
 * What is laid over the page by a key: the list of keys and Ctrl+K. It keeps the focus while it is there and gives it
 * back to where it came from, or to the list of the screen, so that the next key is not lost.
 */
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { returnFocus } from '../components/return-focus.ts';
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
  useEffect(() => () => returnFocus(opener), [opener]);
  return null;
}
