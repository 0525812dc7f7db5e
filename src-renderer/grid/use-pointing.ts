/** Listens on the document: lines that appear or disappear under a resting pointer cause no move events. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface Pointing {
  readonly onChange: (isPointing: boolean) => void;
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
      // Lines that move under a resting pointer also cause move events, but with no distance.
      if ((event.movementX !== 0 || event.movementY !== 0) && isMouseOver(event)) latest.current.onMove();
    };
    const onOut = ({ relatedTarget }: PointerEvent) => {
      // The pointer left the window; all other moves are reported by `pointerover`.
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
