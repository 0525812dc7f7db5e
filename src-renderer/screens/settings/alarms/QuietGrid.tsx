/** A week in half hours, painted by dragging or with arrow keys, Space and Shift. The first cell decides how. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { WeekHours } from '../../../../src-shared/domain/cases/week-hours.ts';
import styles from './QuietGrid.module.css';
import { cellText, isQuiet, paintedWeek, QUIET_STEPS, type QuietCell, adjacentCell, WEEKDAYS } from './quiet-cells.ts';

interface Stroke {
  readonly from: QuietCell;
  readonly to: QuietCell;
  readonly quiet: boolean;
}

interface QuietGridProps {
  readonly label: string;
  readonly week: WeekHours;
  readonly change: (week: WeekHours) => void;
  readonly isDisabled: boolean;
  /** True if the dialog around it focuses its first cell. */
  readonly isFocused: boolean;
  readonly onCellHover: (cell: QuietCell | null) => void;
}

export function QuietGrid({ label, week, change, isDisabled, isFocused, onCellHover }: QuietGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState<QuietCell>({ day: 0, step: 0 });
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const shown = stroke === null ? week : paintedWeek(week, stroke.from, stroke.to, stroke.quiet);

  function onPointerDown(event: PointerEvent): void {
    const cell = cellAt(event);
    if (cell === null || isDisabled || event.button !== 0) return;
    grid.current?.setPointerCapture(event.pointerId);
    setCursor(cell);
    setStroke({ from: cell, to: cell, quiet: !isQuiet(week, cell) });
  }
  function onPointerMove(event: PointerEvent): void {
    const cell = cellAt(event);
    if (cell !== null) onCellHover(cell);
    if (stroke !== null && cell !== null) setStroke({ ...stroke, to: cell });
  }
  function end(): void {
    if (stroke === null) return;
    setStroke(null);
    change(shown);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && stroke !== null) return setStroke(null);
    if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (!isDisabled) change(paintedWeek(week, cursor, cursor, !isQuiet(week, cursor)));
      return undefined;
    }
    const next = adjacentCell(cursor, event.key);
    if (next === null) return undefined;
    event.preventDefault();
    if (event.shiftKey && !isDisabled) change(paintedWeek(week, cursor, next, isQuiet(week, cursor)));
    grid.current?.querySelector<HTMLElement>(`[data-cell='${next.day}:${next.step}']`)?.focus();
    return undefined;
  }

  return (
    <table
      ref={grid}
      className={styles['grid']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells handle the input
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-readonly={isDisabled}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={() => setStroke(null)}
      onPointerLeave={() => onCellHover(null)}
      onKeyDown={onKeyDown}
    >
      <tbody>
        {WEEKDAYS.map((name, day) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {Array.from({ length: QUIET_STEPS }, (_, step) => (
              <td
                key={step}
                tabIndex={cursor.day === day && cursor.step === step ? 0 : -1}
                data-cell={`${day}:${step}`}
                data-autofocus={(isFocused && day === 0 && step === 0) || undefined}
                aria-selected={isQuiet(shown, { day, step })}
                aria-label={cellText({ day, step })}
                onFocus={() => {
                  setCursor({ day, step });
                  onCellHover({ day, step });
                }}
                onBlur={() => onCellHover(null)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Uses the position, because the target of a captured pointer is always the same element. */
function cellAt({ clientX, clientY }: PointerEvent): QuietCell | null {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
  const [day, step] = (cell ?? '').split(':').map(Number);
  return cell === undefined || day === undefined || step === undefined ? null : { day, step };
}
