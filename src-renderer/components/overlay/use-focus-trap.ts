/**
 * Keeps the focus inside an overlay: focuses it once it is drawn, and wraps Tab at both ends. In between the browser
 * moves the focus, because it handles date fields and radio groups correctly.
 */
import { type RefObject, useEffect } from 'react';

const TABBABLE_SELECTOR =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [contenteditable], [tabindex]';

export function useFocusTrap(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = container;
    if (current === null) return undefined;
    // Delayed until after the event that opened it; otherwise the pressed letter would be typed into its field.
    const opened = setTimeout(() => {
      (current.querySelector<HTMLElement>('[data-autofocus]') ?? tabStops(current)[0] ?? current).focus({
        preventScroll: true,
      });
    });
    const turn = (event: KeyboardEvent) => {
      // A nested overlay has already handled the key.
      if (event.key !== 'Tab' || event.defaultPrevented) return;
      const target = wrapTarget(current, event.shiftKey);
      if (target === null) return;
      event.preventDefault();
      target.focus();
    };
    current.addEventListener('keydown', turn);
    return () => {
      clearTimeout(opened);
      current.removeEventListener('keydown', turn);
    };
  }, [container]);
}

/** Returns the opposite end if Tab would leave the overlay; null if the browser finds the next stop inside. */
function wrapTarget(container: HTMLElement, isBackwards: boolean): HTMLElement | null {
  const stops = tabStops(container);
  const [first = container] = stops;
  const last = stops.at(-1) ?? container;
  const { activeElement } = document;
  if (isBackwards) return activeElement === first || activeElement === container ? last : null;
  return activeElement === last ? first : null;
}

function tabStops(container: HTMLElement): HTMLElement[] {
  const all = [...container.querySelectorAll<HTMLElement>(TABBABLE_SELECTOR)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled, [inert] *') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  return all.filter((element) => !isSkippedRadio(element, all));
}

/** True for radios that Tab skips: it stops only at the selected one of a group. */
function isSkippedRadio(element: HTMLElement, all: readonly HTMLElement[]): boolean {
  if (!isRadio(element) || element.checked || element === document.activeElement) return false;
  return all.some(
    (other) => isRadio(other) && other.name === element.name && (other.checked || other === document.activeElement),
  );
}
function isRadio(element: HTMLElement): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'radio';
}
