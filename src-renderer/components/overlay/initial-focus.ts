/** Returns the element that gets the focus when an overlay opens; null for the first one that Tab reaches. */
export function initialFocus(overlay: HTMLElement | null): HTMLElement | null {
  return overlay?.querySelector<HTMLElement>('[data-autofocus]') ?? null;
}
