/**
 * Whether a mouse is over the lines. The document says it: lines that come and go under a pointer that rests are
 * entered and left without a move, and whoever listens to them alone is not told.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface Pointing {
  readonly onChange: (isPointing: boolean) => void;
  /** With each move over the lines that a hand has made. */
  readonly onMove: () => void;
}

export function usePointing(lines: RefObject<HTMLElement | null>, { onChange, onMove }: Pointing): void {
  const latest = useRef({ onChange, onMove });
  useLayoutEffect(() => {
    latest.current = { onChange, onMove };
  });
  useEffect(() => {
    const isOver = (target: EventTarget | null) => target instanceof Node && lines.current?.contains(target) === true;
    const isMouseOver = ({ target, pointerType }: PointerEvent) => pointerType !== 'touch' && isOver(target);
    const onOver = (event: PointerEvent) => latest.current.onChange(isMouseOver(event));
    const onMoved = (event: PointerEvent) => {
      // Lines that move under a pointer that rests are told as a move as well, of no length.
      if ((event.movementX !== 0 || event.movementY !== 0) && isMouseOver(event)) latest.current.onMove();
    };
    const onOut = ({ relatedTarget }: PointerEvent) => {
      // Out of the window; all else is entered, and said then.
      if (relatedTarget === null) latest.current.onChange(false);
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('pointerout', onOut);
    document.addEventListener('pointermove', onMoved);
    return () => {
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('pointerout', onOut);
      document.removeEventListener('pointermove', onMoved);
    };
  }, [lines]);
}
