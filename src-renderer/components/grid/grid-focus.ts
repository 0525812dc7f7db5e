/** A grid and its lines in the document: by name, so that whoever moves the cursor needs no reference to the grid. */
export function gridId(name: string): string {
  return `grid-${name}`;
}

export function lineId(name: string, key: string): string {
  return `grid-${name}-${key}`;
}

/** Where the reader reads on by keyboard; nothing moves. */
export function focusGrid(name: string): void {
  document.getElementById(gridId(name))?.focus({ preventScroll: true });
}

/** How many lines a page is. */
export function linesInView(name: string): number {
  return Number(document.getElementById(gridId(name))?.dataset['lines'] ?? 1);
}
