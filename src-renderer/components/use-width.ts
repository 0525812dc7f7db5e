/** Measures the inner width of an element in CSS px before its first paint; 0 until then. */
import { type RefCallback, type RefObject, useCallback, useRef, useState } from 'react';

export interface Measured<T> {
  readonly widthPx: number;
  readonly element: RefObject<T | null>;
  readonly measure: RefCallback<T>;
}

export function useWidth<T extends HTMLElement>(): Measured<T> {
  const [widthPx, setWidthPx] = useState(0);
  const element = useRef<T | null>(null);
  const measure = useCallback((node: T) => {
    element.current = node;
    setWidthPx(node.clientWidth);
    const observer = new ResizeObserver(() => setWidthPx(node.clientWidth));
    observer.observe(node);
    return () => {
      observer.disconnect();
      element.current = null;
    };
  }, []);
  return { widthPx, element, measure };
}
