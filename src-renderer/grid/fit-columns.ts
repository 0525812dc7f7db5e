/**
 * Resized columns keep their width. Remaining space goes to columns that their content does not fit, then to those with
 * a share, then to spare ones: if columns are too far apart, the eye slips to another line.
 */
import type { GridColumn } from './grid-model.ts';

/** Px at the default scale: at both sides of a line, and between columns. Must match the style sheet. */
const LINE_PADDING_PX = 12;
const COLUMN_GAP_PX = 12;

export interface SizedColumn extends Pick<GridColumn<never>, 'id' | 'width' | 'priority' | 'fillsRemainder'> {
  /** Not chosen by the user; shown only if space would stay empty. */
  readonly isSpare?: boolean;
}

export interface FittedColumn {
  readonly id: string;
  /** CSS px, integer. */
  readonly px: number;
}

/** `columns`: chosen and spare ones in display order. `customWidths` are in px of the default scale. */
export function fitColumns(
  columns: readonly SizedColumn[],
  customWidths: ReadonlyMap<string, number>,
  widthPx: number,
  scale: number,
): FittedColumn[] {
  const minPx = (column: SizedColumn) =>
    Math.round((customWidths.get(column.id) ?? ('px' in column.width ? column.width.px : column.width.min)) * scale);
  const room = (count: number) =>
    widthPx - Math.round((2 * LINE_PADDING_PX + Math.max(0, count - 1) * COLUMN_GAP_PX) * scale);
  const unusedPx = (shown: readonly SizedColumn[]) =>
    room(shown.length) - shown.reduce((sum, column) => sum + minPx(column), 0);

  let shown = columns.filter(({ isSpare }) => isSpare !== true);
  while (shown.length > 1 && unusedPx(shown) < 0) {
    const lowest = Math.min(...shown.map(({ priority }) => priority));
    const removedIndex = shown.findLastIndex(({ priority }) => priority === lowest);
    shown = shown.filter((_, index) => index !== removedIndex);
  }
  let over = unusedPx(shown);
  const fitted = new Map<string, number>();
  for (const column of shown.toSorted((one, other) => other.priority - one.priority)) {
    if (!('fits' in column.width) || customWidths.has(column.id)) continue;
    const grownPx = Math.max(0, Math.min(over, Math.round(column.width.fits * scale) - minPx(column)));
    fitted.set(column.id, grownPx);
    over -= grownPx;
  }
  const share = (column: SizedColumn) =>
    'share' in column.width && !customWidths.has(column.id) ? column.width.share : 0;
  const shares = shown.reduce((sum, column) => sum + share(column), 0);
  const maxPx = ({ width }: SizedColumn) =>
    'max' in width && width.max !== undefined ? Math.round(width.max * scale) : Number.POSITIVE_INFINITY;
  const widths = new Map(
    shown.map((column) => {
      const targetPx =
        minPx(column) +
        (fitted.get(column.id) ?? 0) +
        (over < 0 ? over : shares === 0 ? 0 : Math.floor((over * share(column)) / shares));
      // If even the last column does not fit, it gets all available space.
      return [column.id, Math.max(0, share(column) === 0 ? targetPx : Math.min(targetPx, maxPx(column)))];
    }),
  );
  let unused = room(shown.length) - [...widths.values()].reduce((sum, px) => sum + px, 0);
  const spare = columns
    .filter(({ isSpare }) => isSpare === true)
    .toSorted((one, other) => other.priority - one.priority);
  for (const column of spare) {
    const px = minPx(column);
    const neededPx = px + Math.round(COLUMN_GAP_PX * scale);
    if (neededPx > unused) break;
    widths.set(column.id, px);
    unused -= neededPx;
  }
  const last = shown.find(({ id, fillsRemainder }) => fillsRemainder === true && !customWidths.has(id));
  if (last !== undefined) widths.set(last.id, (widths.get(last.id) ?? 0) + Math.max(0, unused));
  return columns.flatMap(({ id }) => {
    const px = widths.get(id);
    return px === undefined ? [] : [{ id, px }];
  });
}
