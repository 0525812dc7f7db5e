/** If nothing has the focus, focuses `opener` or else the screen's list, so that the next key is not lost. */
export function recoverFocus(opener: HTMLElement | null = null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const isThere = opener !== null && opener !== document.body && opener.isConnected;
  const target = isThere ? opener : document.querySelector<HTMLElement>('main [role=grid], main [role=treegrid]');
  target?.focus({ preventScroll: true });
}
