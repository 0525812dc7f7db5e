/** `column-settings.ts` stores the user's settings; `fit-columns.ts` decides what fits. */
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
  /** Columns that fit; the same array while they stay the same. */
  readonly shown: readonly GridColumn<Row>[];
  readonly fitted: readonly FittedColumn[];
  readonly all: readonly { readonly column: GridColumn<Row>; readonly isChosen: boolean; readonly canHide: boolean }[];
  readonly isDefault: boolean;
  setWidth(id: string, px: number): void;
  moveTo(id: string, moveNextTo: string): void;
  move(id: string, by: -1 | 1): void;
  choose(id: string, isChosen: boolean): void;
  reset(): void;
}

const shelf = () => localStorage;

/** @param scale CSS px per px of the default scale */
export function useGridColumns<Row>(
  name: string,
  columns: readonly GridColumn<Row>[],
  widthPx: number,
  scale: number,
): GridColumns<Row> {
  const [settings, setSettings] = useState(() => readColumnSettings(shelf, name, new Set(columns.map(({ id }) => id))));
  const maxPriority = Math.max(...columns.map(({ priority }) => priority));
  const inOrder = columnsInOrder(columns, settings.order).map((column) => {
    // A column that is never hidden ignores stored settings.
    const isChosen = column.priority === maxPriority || (settings.shown[column.id] ?? column.isOptional !== true);
    return { column, isChosen };
  });
  const sized = inOrder.flatMap(({ column, isChosen }) => {
    const isSpare = !isChosen && settings.shown[column.id] === undefined;
    return isChosen || isSpare ? [{ ...column, isSpare }] : [];
  });
  const fitted = fitColumns(sized, new Map(Object.entries(settings.widths)), widthPx, scale);
  // JSON, because ids may contain any character.
  const ids = JSON.stringify(fitted.map(({ id }) => id));
  // The same array for the same columns, so that unchanged lines do not render again.
  const shown = useMemo(
    () => fitted.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ids` stands for which of them fit
    [ids, columns],
  );
  const present = { shown, fitted, inOrder, kept: settings };
  const latest = useRef(present);
  latest.current = present;
  const actions = useMemo(() => {
    const change = (next: ColumnSettings) => {
      setSettings(next);
      saveColumnSettings(shelf, name, next);
    };
    const moveNextTo = (id: string, other: string) => {
      const order = latest.current.inOrder.map(({ column }) => column.id);
      const without = order.filter((each) => each !== id);
      change({ ...latest.current.kept, order: without.toSpliced(order.indexOf(other), 0, id) });
    };
    return {
      setWidth: (id: string, px: number) => {
        const { kept: before } = latest.current;
        change({ ...before, widths: { ...before.widths, [id]: clampWidth(px / scale) } });
      },
      moveTo: moveNextTo,
      move: (id: string, by: -1 | 1) => {
        // Moves past the next visible column; moving past a hidden one would show no effect.
        const at = latest.current.fitted.findIndex((column) => column.id === id);
        const next = latest.current.fitted[at + by];
        if (next !== undefined) moveNextTo(id, next.id);
      },
      choose: (id: string, isChosen: boolean) => {
        const { kept: before } = latest.current;
        change({ ...before, shown: { ...before.shown, [id]: isChosen } });
      },
      reset: () => change(DEFAULT_COLUMN_SETTINGS),
    };
  }, [name, scale]);
  return useMemo(
    () => ({
      ...actions,
      shown,
      fitted,
      all: inOrder.map(({ column, isChosen }) => ({
        column,
        isChosen: isChosen || shown.includes(column),
        canHide: column.priority !== maxPriority,
      })),
      isDefault: settings === DEFAULT_COLUMN_SETTINGS,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- all of it is made of these
    [actions, shown, settings, widthPx, scale],
  );
}

function columnsInOrder<Row>(columns: readonly GridColumn<Row>[], order: readonly string[]): GridColumn<Row>[] {
  const moved = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [...moved, ...columns.filter((column) => !moved.includes(column))];
}
