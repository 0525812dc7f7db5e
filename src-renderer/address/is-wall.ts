/** True if the address has `?wall`: the page is a wall display, read from a distance and without a mouse. */
export function isWall(): boolean {
  return new URLSearchParams(window.location.search).has('wall');
}
