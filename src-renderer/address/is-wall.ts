/** `?wall`: to be read from across a room, by people who cannot reach the mouse. */
export function isWall(): boolean {
  return new URLSearchParams(window.location.search).has('wall');
}
