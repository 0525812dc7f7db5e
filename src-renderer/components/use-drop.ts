import { type DragEvent, useState } from 'react';

/** `data-over` is true while something is above the element. What `accepts` refuses is left to the browser. */
export function useDrop(
  take: (dropped: DataTransfer) => void,
  accepts: (dragged: DataTransfer) => boolean = () => true,
) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver,
    onDragOver(event: DragEvent) {
      if (!accepts(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!accepts(event.dataTransfer)) return;
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer);
    },
  };
}
