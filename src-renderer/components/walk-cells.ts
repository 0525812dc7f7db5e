/** Arrow keys move the focus between the links or buttons of a table, past cells without one. The table is one tab stop. */
import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function walkCells(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const cell = event.currentTarget.closest('td');
  const line = cell?.closest('tr');
  const table = line?.closest('table');
  if (step === undefined || cell === null || line === null || line === undefined) return;
  event.preventDefault();
  const [across, down] = step;
  let [row, column] = [line.rowIndex + down, cell.cellIndex + across];
  for (let next = table?.rows[row]?.cells[column]; next !== undefined; next = table?.rows[row]?.cells[column]) {
    const target = next.querySelector<HTMLElement>('a, button');
    if (target !== null) return target.focus();
    row += down;
    column += across;
  }
}

/** Left and right move the focus between links beside each other. */
export function walkLinks({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const links = [...(currentTarget.closest('ul')?.querySelectorAll('a') ?? [])];
  const [across] = STEPS[key] ?? [0];
  if (across !== 0) links[links.findIndex((link) => link === currentTarget) + across]?.focus();
}
