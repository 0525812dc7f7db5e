/** Returns the focus to the element that had it before, or to the screen's list if that element is gone. */
export function returnFocus(opener: Element | null): void {
  // Leaves the focus alone if it was already moved elsewhere.
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  const target = isThere ? opener : document.querySelector<HTMLElement>('main [role=grid], main [role=treegrid]');
  target?.focus({ preventScroll: true });
}
