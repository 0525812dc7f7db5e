/** Finds a grid by name, so that code that moves the cursor needs no reference to it. */
export function gridId(name: string): string {
  return `grid-${name}`;
}

export function lineId(name: string, key: string): string {
  return `grid-${name}-${key}`;
}

export function focusGrid(name: string): void {
  document.getElementById(gridId(name))?.focus({ preventScroll: true });
}

/** Key of the first fully visible line, where keyboard navigation starts without a cursor; null if no line is drawn. */
export function firstVisibleKey(name: string): string | null {
  const grid = document.getElementById(gridId(name));
  // The head and the status line cover lines that are scrolled past.
  const covers = [grid?.previousElementSibling, grid?.firstElementChild];
  const top = Math.max(...covers.map((element) => element?.getBoundingClientRect().bottom ?? 0));
  const lines = [...(grid?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  return lines.find((line) => line.getBoundingClientRect().top >= top - ROUNDING_PX)?.dataset['key'] ?? null;
}
/** At other scales a line may be at a fraction of a pixel. */
const ROUNDING_PX = 1;

export function linesInView(name: string): number {
  return Number(document.getElementById(gridId(name))?.dataset['lines'] ?? 1);
}

/** True if keys are meant for the grid: it has the focus, or nothing has. */
export function gridAcceptsKeys(name: string): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.id === gridId(name);
}
