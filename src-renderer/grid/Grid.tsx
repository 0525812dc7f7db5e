/** Draws its props and reports user input; loads nothing and does not interpret the lines. */
import { type MouseEvent, useRef } from 'react';
import { useTokens } from '../theme/use-tokens.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import styles from './Grid.module.css';
import { GridHead } from './GridHead.tsx';
import { GridLine } from './GridLine.tsx';
import { focusGrid, gridId, lineId } from './grid-focus.ts';
import type { GridInteraction, GridProps } from './grid-model.ts';
import { extendedSelection, withToggledKey } from './selected-lines.ts';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridLines } from './use-grid-lines.ts';
import { usePointing } from './use-pointing.ts';
import { useWidth } from '../components/use-width.ts';

/** A pointer that moves further between press and click selects text. */
const CLICK_TOLERANCE_PX = 4;

export function Grid<Row>(props: GridProps<Row>) {
  const { name, items, cursor, setCursor, opened, open, selection, isPaused, landing = null } = props;
  const tokens = useTokens();
  const { widthPx, element: scroller, measure } = useWidth<HTMLDivElement>();
  const scale = (tokens.unit / 13) * tokens.spacing;
  const columns = useGridColumns(name, props.columns, widthPx, scale);
  const hasStatusLine = props.hidesStatusLine !== true;
  const topPx = tokens.rowHead * (hasStatusLine ? 2 : 1);
  const lines = useGridLines({
    items,
    scroller,
    total: props.total,
    rowPx: tokens.row,
    topPx,
    isPaused,
    cursor,
    landing,
    onNear: props.onNear,
    onAnchor: props.onAnchor,
  });

  const attention = useRef<GridInteraction>({ isPointing: false, isScrolled: false, isFocused: false });
  const attend = (part: Partial<GridInteraction>) => {
    const before = attention.current;
    const now = { ...before, ...part };
    attention.current = now;
    const isSame =
      now.isPointing === before.isPointing &&
      now.isScrolled === before.isScrolled &&
      now.isFocused === before.isFocused;
    if (!isSame) props.onInteraction?.(now);
  };

  const body = useRef<HTMLTableSectionElement>(null);
  usePointing(body, {
    onChange: (isPointing) => attend({ isPointing }),
    onMove: () => props.onPointerMove?.(),
  });

  const pressed = useRef<{ key: string; x: number; y: number } | null>(null);
  const press = (event: { target: EventTarget; clientX: number; clientY: number }) => {
    const key = keyAt(event.target);
    pressed.current = key === null ? null : { key, x: event.clientX, y: event.clientY };
  };
  /** Uses the line that was under the pointer at the press, because lines may have moved since. */
  function click(event: MouseEvent): void {
    const at = pressed.current;
    if (at === null || !(event.target instanceof Element) || event.target.closest('a, button, input') !== null) return;
    if (Math.hypot(event.clientX - at.x, event.clientY - at.y) > CLICK_TOLERANCE_PX) return;
    const item = items.find(({ key }) => key === at.key);
    if (item === undefined) return;
    if (item.kind !== 'row') {
      setCursor(item.key);
      item.open?.();
      return;
    }
    if (selection !== undefined && event.shiftKey) {
      selection.set(extendedSelection(items, selection.keys, cursor, item.key));
      setCursor(item.key);
      return;
    }
    if (selection !== undefined && (event.ctrlKey || event.metaKey)) {
      selection.set(withToggledKey(selection.keys, item.key));
      setCursor(item.key);
      return;
    }
    setCursor(item.key);
    open(item.key);
  }

  const cursorAt = cursor === null ? -1 : items.findIndex(({ key }) => key === cursor);
  const style: Record<string, string> = {
    '--columns': columns.fitted.map(({ px }) => `${px}px`).join(' '),
    '--lines': `${items.length * tokens.row}px`,
    '--top': `${topPx}px`,
  };
  return (
    <div className={styles['frame']} style={style}>
      <div
        ref={measure}
        className={styles['scroller']}
        data-testid={name}
        onScroll={(event) => attend({ isScrolled: event.currentTarget.scrollTop > tokens.row / 2 })}
      >
        {hasStatusLine && (
          <div className={`${styles['status-bar']} screen-only`}>
            <div className={styles['status']}>{props.statusLine}</div>
            <ColumnChooser columns={columns} />
          </div>
        )}
        <table
          id={gridId(name)}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with a cursor is a grid
          role="grid"
          className={styles['grid']}
          aria-label={props.label}
          aria-rowcount={props.total === null ? -1 : props.total + 1}
          aria-colcount={columns.shown.length}
          aria-multiselectable={selection !== undefined}
          aria-activedescendant={
            cursor !== null && cursorAt >= lines.from && cursorAt < lines.to ? lineId(name, cursor) : undefined
          }
          data-lines={lines.inView}
          tabIndex={0}
          onFocus={(event) => attend({ isFocused: event.target === event.currentTarget })}
          onBlur={() => attend({ isFocused: false })}
        >
          <GridHead columns={columns} scale={scale} />
          {/* The grid handles keys for all lines. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
          <tbody
            ref={body}
            className="block"
            style={{ transform: `translateY(${lines.from * tokens.row}px)` }}
            onPointerDown={press}
            onMouseDown={(event) => {
              if (selection === undefined || !event.shiftKey) return;
              // Prevents the browser from selecting the text between the lines.
              event.preventDefault();
              focusGrid(name);
            }}
            onClick={click}
          >
            {widthPx > 0 &&
              items
                .slice(lines.from, lines.to)
                .map((item, index) => (
                  <GridLine
                    key={item.key}
                    id={lineId(name, item.key)}
                    item={item}
                    columns={columns.shown}
                    position={lines.from + index + 2}
                    isCursor={item.key === cursor}
                    isOpened={item.key === opened}
                    isSelected={selection === undefined ? item.key === opened : selection.keys.has(item.key)}
                  />
                ))}
          </tbody>
        </table>
        {items.length === 0 && <div className={styles['instead']}>{props.placeholder}</div>}
        {items.length > 0 && props.footer !== undefined && <div className={styles['end']}>{props.footer}</div>}
      </div>
    </div>
  );
}

function keyAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest('[data-key]')?.getAttribute('data-key') ?? null;
}
