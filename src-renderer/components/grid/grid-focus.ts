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

/** The key of the first line that is whole in view: where keys begin that act on no line yet. `null`: no line is drawn. */
export function firstVisibleKey(name: string): string | null {
  const grid = document.getElementById(gridId(name));
  // Head, and the line below it where there is one, cover those that are scrolled past.
  const covers = [grid?.previousElementSibling, grid?.firstElementChild];
  const top = Math.max(...covers.map((element) => element?.getBoundingClientRect().bottom ?? 0));
  const lines = [...(grid?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  return lines.find((line) => line.getBoundingClientRect().top >= top - ROUNDING_PX)?.dataset['key'] ?? null;
}
/** Where letters are scaled a line may stand between two pixels. */
const ROUNDING_PX = 1;

/** How many lines a page is. */
export function linesInView(name: string): number {
  return Number(document.getElementById(gridId(name))?.dataset['lines'] ?? 1);
}

/** Whether keys are meant for it: also where nothing has the focus. */
export function gridAcceptsKeys(name: string): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.id === gridId(name);
}
