/**
 * Whether a mouse is over the lines. The document says it: lines that come and go under a pointer that rests are
 * entered and left without a move, and whoever listens to them alone is not told.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

export function usePointing(lines: RefObject<HTMLElement | null>, tell: (isPointing: boolean) => void): void {
  const latest = useRef(tell);
  useLayoutEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    const isOver = (target: EventTarget | null) => target instanceof Node && lines.current?.contains(target) === true;
    const onOver = ({ target, pointerType }: PointerEvent) => latest.current(pointerType !== 'touch' && isOver(target));
    const onOut = ({ relatedTarget }: PointerEvent) => {
      // Out of the window; all else is entered, and said then.
      if (relatedTarget === null) latest.current(false);
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('pointerout', onOut);
    return () => {
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('pointerout', onOut);
    };
  }, [lines]);
}
