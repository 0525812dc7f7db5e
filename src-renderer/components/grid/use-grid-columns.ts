/**
 * The columns of a grid as they stand now: which, in which order, how wide. `column-settings.ts` has what the reader made of
 * them; `fit-columns.ts` decides what of it there is room for.
 */
import { useMemo, useRef, useState } from 'react';
import { type FittedColumn, fitColumns } from './fit-columns.ts';
import type { GridColumn } from './grid-model.ts';
import {
  DEFAULT_COLUMN_SETTINGS,
  clampWidth,
  type ColumnSettings,
  saveColumnSettings,
  readColumnSettings,
} from './column-settings.ts';

export interface GridColumns<Row> {
  /** Those there is room for; the same array as long as they are the same. */
  readonly shown: readonly GridColumn<Row>[];
  readonly fitted: readonly FittedColumn[];
  /** All of them as the chooser lists them. */
  readonly all: readonly { readonly column: GridColumn<Row>; readonly isChosen: boolean; readonly canHide: boolean }[];
  readonly isDefault: boolean;
  /** @param px of the screen */
  setWidth(id: string, px: number): void;
  /** To the place of another one. */
  moveTo(id: string, place: string): void;
  move(id: string, by: -1 | 1): void;
  choose(id: string, isChosen: boolean): void;
  reset(): void;
}

const shelf = () => localStorage;

/** @param scale CSS px for one px of the usual scale. */
export function useGridColumns<Row>(
  name: string,
  columns: readonly GridColumn<Row>[],
  widthPx: number,
  scale: number,
): GridColumns<Row> {
  const [kept, setKept] = useState(() => readColumnSettings(shelf, name, new Set(columns.map(({ id }) => id))));
  const most = Math.max(...columns.map(({ priority }) => priority));
  const inOrder = columnsInOrder(columns, kept.order).map((column) => {
    // One that stays does so whatever was kept.
    const isChosen = column.priority === most || (kept.shown[column.id] ?? column.isOptional !== true);
    return { column, isChosen };
  });
  const sized = inOrder.flatMap(({ column, isChosen }) => {
    const isSpare = !isChosen && kept.shown[column.id] === undefined;
    return isChosen || isSpare ? [{ ...column, isSpare }] : [];
  });
  const fitted = fitColumns(sized, new Map(Object.entries(kept.widths)), widthPx, scale);
  // A name from outside may hold any character.
  const ids = JSON.stringify(fitted.map(({ id }) => id));
  // The same array for the same columns, so that a line whose row is the same is not drawn again.
  const shown = useMemo(
    () => fitted.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ids` stands for which of them fit
    [ids, columns],
  );
  const present = { shown, fitted, inOrder, kept };
  const latest = useRef(present);
  latest.current = present;
  const actions = useMemo(() => {
    const change = (next: ColumnSettings) => {
      setKept(next);
      saveColumnSettings(shelf, name, next);
    };
    const place = (id: string, other: string) => {
      const order = latest.current.inOrder.map(({ column }) => column.id);
      const without = order.filter((each) => each !== id);
      change({ ...latest.current.kept, order: without.toSpliced(order.indexOf(other), 0, id) });
    };
    return {
      setWidth: (id: string, px: number) => {
        const { kept: before } = latest.current;
        change({ ...before, widths: { ...before.widths, [id]: clampWidth(px / scale) } });
      },
      moveTo: place,
      move: (id: string, by: -1 | 1) => {
        // Past the next one that can be seen: a step over a hidden one would seem to do nothing.
        const at = latest.current.fitted.findIndex((column) => column.id === id);
        const next = latest.current.fitted[at + by];
        if (next !== undefined) place(id, next.id);
      },
      choose: (id: string, isChosen: boolean) => {
        const { kept: before } = latest.current;
        change({ ...before, shown: { ...before.shown, [id]: isChosen } });
      },
      reset: () => change(DEFAULT_COLUMN_SETTINGS),
    };
  }, [name, scale]);
  // Scrolling draws the grid again, and its head only where a column has changed.
  return useMemo(
    () => ({
      ...actions,
      shown,
      fitted,
      all: inOrder.map(({ column, isChosen }) => ({
        column,
        isChosen: isChosen || shown.includes(column),
        canHide: column.priority !== most,
      })),
      isDefault: kept === DEFAULT_COLUMN_SETTINGS,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- all of it is made of these
    [actions, shown, kept, widthPx, scale],
  );
}

function columnsInOrder<Row>(columns: readonly GridColumn<Row>[], order: readonly string[]): GridColumn<Row>[] {
  const moved = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [...moved, ...columns.filter((column) => !moved.includes(column))];
}
