/** Where the focus goes when what had it is gone: to where it came from, or to the list of the screen. */
export function returnFocus(opener: Element | null): void {
  // Whoever closed it may have moved the focus on already.
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  const target = isThere ? opener : document.querySelector<HTMLElement>('main [role=grid], main [role=treegrid]');
  target?.focus({ preventScroll: true });
}
