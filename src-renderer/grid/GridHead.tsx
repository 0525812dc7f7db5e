/**
 * Dragging an edge resizes a column, dragging a title moves it. By keyboard the head is one Tab stop: arrows move
 * between titles, Alt+arrow moves the column, Shift+arrow resizes it.
 */
import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react';
import { Tooltip } from '../components/overlay/Tooltip.tsx';
import styles from './Grid.module.css';
import type { GridColumn } from './grid-model.ts';
import type { GridColumns } from './use-grid-columns.ts';

const EDGE_STEP_PX = 12;
/** Below this distance a drag counts as a click. */
const DRAG_THRESHOLD_PX = 6;
/** Approximate width of a title's character at the default scale. If the title does not fit, the icon replaces it. */
const CHARACTER_PX = 7;

type Dragged =
  | { readonly kind: 'edge'; readonly id: string; readonly x: number; readonly px: number }
  | { readonly kind: 'title'; readonly id: string; readonly x: number; readonly over: string | null };

interface GridHeadProps {
  readonly columns: GridColumns<never>;
  /** CSS px per px of the default scale. */
  readonly scale: number;
}

export const GridHead = memo(function GridHead({ columns, scale }: GridHeadProps) {
  const [active, setActive] = useState(0);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const row = useRef<HTMLTableRowElement>(null);
  const stop = Math.min(active, columns.shown.length - 1);
  const pxOf = (id: string) => columns.fitted.find((column) => column.id === id)?.px ?? 0;
  const isIcon = ({ id, icon, title }: GridColumn<never>) =>
    icon !== undefined && pxOf(id) < title.length * CHARACTER_PX * scale;
  const titles = () => [...(row.current?.cells ?? [])];

  function press(event: PointerEvent<HTMLElement>, id: string): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const isEdge = event.target instanceof Element && event.target.hasAttribute('data-edge');
    setDragged({ id, x: event.clientX, ...(isEdge ? { kind: 'edge', px: pxOf(id) } : { kind: 'title', over: null }) });
  }
  function drag(event: PointerEvent<HTMLElement>): void {
    if (dragged === null) return;
    const by = event.clientX - dragged.x;
    if (dragged.kind === 'edge') {
      columns.setWidth(dragged.id, dragged.px + by);
      return;
    }
    if (dragged.over === null && Math.abs(by) < DRAG_THRESHOLD_PX) return;
    const over = titles().find((title) => {
      const { left, right } = title.getBoundingClientRect();
      return event.clientX >= left && event.clientX <= right;
    });
    setDragged({ ...dragged, over: over?.dataset['column'] ?? dragged.over });
  }
  function release(): void {
    if (dragged?.kind === 'title' && dragged.over !== null && dragged.over !== dragged.id)
      columns.moveTo(dragged.id, dragged.over);
    else if (dragged?.kind === 'title' && dragged.over === null)
      columns.shown.find(({ id }) => id === dragged.id)?.sort?.();
    setDragged(null);
  }
  function onKeyDown(event: KeyboardEvent, id: string, index: number): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    const sort = columns.shown[index]?.sort;
    if (event.key === 'Enter' && sort !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      sort();
    }
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) columns.setWidth(id, pxOf(id) + by * EDGE_STEP_PX);
    else {
      const next = Math.min(columns.shown.length - 1, Math.max(0, index + by));
      if (event.altKey) columns.move(id, by);
      else titles()[next]?.focus();
      setActive(next);
    }
  }

  return (
    <thead className={styles['head']}>
      <tr ref={row} aria-rowindex={1} className={styles['titles']}>
        {columns.shown.map((column, index) => (
          <Tooltip key={column.id} label={isIcon(column) ? column.title : (column.remark ?? null)}>
            <th
              scope="col"
              className={styles['title']}
              data-column={column.id}
              data-align={column.align}
              data-remark={column.remark === undefined ? undefined : true}
              data-sorts={column.sort === undefined ? undefined : true}
              aria-sort={column.sorted === undefined ? undefined : `${column.sorted}ending`}
              data-dragged={
                dragged?.kind === 'title' && dragged.over !== null && dragged.id === column.id ? true : undefined
              }
              data-over={dragged?.kind === 'title' && dragged.over === column.id ? true : undefined}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => setActive(index)}
              onKeyDown={(event) => onKeyDown(event, column.id, index)}
              onPointerDown={(event) => press(event, column.id)}
              onPointerMove={drag}
              onPointerUp={release}
              onPointerCancel={() => setDragged(null)}
            >
              {isIcon(column) ? (
                <>
                  {column.icon}
                  <span className="visually-hidden">{column.title}</span>
                </>
              ) : (
                <span className="ellipsis block">
                  <span className={styles['words']}>{column.title}</span>
                  {column.sorted !== undefined && (
                    <span aria-hidden="true"> {column.sorted === 'asc' ? '↑' : '↓'}</span>
                  )}
                </span>
              )}
              <span data-edge className={styles['edge']} aria-hidden="true" />
            </th>
          </Tooltip>
        ))}
      </tr>
    </thead>
  );
});
