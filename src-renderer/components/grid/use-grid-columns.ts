/**
 * The columns of a grid as they stand now: which, in which order, how wide. TanStack Table is the model of what the
 * reader may change; `fit-columns.ts` decides what of it there is room for.
 */
import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { type FittedColumn, fitColumns } from './fit-columns.ts';
import type { GridColumn } from './grid-model.ts';
import { AS_USUAL, clampWidth, type KeptColumns, keepColumns, readKeptColumns } from './kept-columns.ts';

export interface GridColumns<Row> {
  /** Those there is room for; the same array as long as they are the same. */
  readonly shown: readonly GridColumn<Row>[];
  readonly fitted: readonly FittedColumn[];
  /** All of them as the chooser lists them. */
  readonly all: readonly { readonly column: GridColumn<Row>; readonly isChosen: boolean; readonly mayGo: boolean }[];
  readonly isAsUsual: boolean;
  /** @param px of the screen */
  setWidth(id: string, px: number): void;
  /** To the place of another one. */
  moveTo(id: string, place: string): void;
  move(id: string, by: -1 | 1): void;
  choose(id: string, isChosen: boolean): void;
  reset(): void;
}

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature });
/** A grid keeps its lines itself: two thousand of them would be wrapped anew with each event. */
const NO_DATA: never[] = [];

/** @param scale CSS px for one px of the usual scale. */
export function useGridColumns<Row>(
  name: string,
  columns: readonly GridColumn<Row>[],
  widthPx: number,
  scale: number,
): GridColumns<Row> {
  const [kept, setKept] = useState(() => readKeptColumns(localStorage, name, new Set(columns.map(({ id }) => id))));
  function change(next: KeptColumns): void {
    setKept(next);
    keepColumns(localStorage, name, next);
  }
  const definitions = useMemo(() => columns.map(({ id, title }) => ({ id, header: title })), [columns]);
  const usuallyHidden = columns.filter(({ isOptional }) => isOptional === true).map(({ id }) => [id, false] as const);
  const table = useTable({
    features,
    columns: definitions,
    data: NO_DATA,
    state: {
      columnOrder: [...kept.order],
      columnVisibility: { ...Object.fromEntries(usuallyHidden), ...kept.shown },
    },
  });
  const byId = new Map(columns.map((column) => [column.id, column]));
  const inOrder = table.getAllLeafColumns().flatMap((leaf) => {
    const column = byId.get(leaf.id);
    return column === undefined ? [] : [{ column, isChosen: leaf.getIsVisible() }];
  });
  const chosen = inOrder.filter(({ isChosen }) => isChosen).map(({ column }) => column);
  const most = Math.max(...columns.map(({ priority }) => priority));
  const fitted = fitColumns(chosen, new Map(Object.entries(kept.widths)), widthPx, scale);
  const ids = fitted.map(({ id }) => id).join(' ');
  // The same array for the same columns, so that a line whose row is the same is not drawn again.
  const shown = useMemo(
    () => ids.split(' ').flatMap((id) => columns.find((column) => column.id === id) ?? []),
    // oxlint-disable-next-line react/preserve-manual-memoization -- no compiler is used
    [ids, columns],
  );

  function place(id: string, at: (order: readonly string[]) => number): void {
    const order = inOrder.map(({ column }) => column.id);
    const target = Math.min(order.length - 1, Math.max(0, at(order)));
    const without = order.filter((other) => other !== id);
    change({ ...kept, order: without.toSpliced(target, 0, id) });
  }
  return {
    shown,
    fitted,
    all: inOrder.map((each) => ({ ...each, mayGo: each.column.priority !== most })),
    isAsUsual: kept === AS_USUAL,
    setWidth: (id, px) => change({ ...kept, widths: { ...kept.widths, [id]: clampWidth(px / scale) } }),
    moveTo: (id, other) => place(id, (order) => order.indexOf(other)),
    move: (id, by) => {
      // Past the next one that can be seen: a step over a hidden one would seem to do nothing.
      const at = fitted.findIndex((column) => column.id === id);
      const next = fitted[at + by];
      if (next !== undefined) place(id, (order) => order.indexOf(next.id));
    },
    choose: (id, isChosen) => change({ ...kept, shown: { ...kept.shown, [id]: isChosen } }),
    reset: () => change(AS_USUAL),
  };
}
