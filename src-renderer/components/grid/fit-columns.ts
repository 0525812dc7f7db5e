/**
 * Which columns of a grid there is room for, and how wide each is. A column that somebody has drawn wider or narrower
 * is as wide as they said; what is left goes to the columns that take a share, and what those cannot use to spare ones:
 * a sentence that is drawn apart from its id by half a screen is read beside another's.
 */
import type { GridColumn } from './grid-model.ts';

/** Of the usual scale, on both sides of a line and between two columns. The style sheet says the same. */
const LINE_PADDING_PX = 12;
const COLUMN_GAP_PX = 12;

export interface SizedColumn extends Pick<GridColumn<never>, 'id' | 'width' | 'priority' | 'fillsRemainder'> {
  /** Not chosen: only there where room would stay empty. */
  readonly isSpare?: boolean;
}

export interface FittedColumn {
  readonly id: string;
  /** CSS px, whole. */
  readonly px: number;
}

/**
 * @param columns those that were chosen and the spare ones, in the order in which they stand.
 * @param kept widths that were drawn by hand, in px of the usual scale.
 * @param widthPx of the lines, CSS px.
 * @param scale CSS px for one px of the usual scale.
 */
export function fitColumns(
  columns: readonly SizedColumn[],
  kept: ReadonlyMap<string, number>,
  widthPx: number,
  scale: number,
): FittedColumn[] {
  const least = (column: SizedColumn) =>
    Math.round((kept.get(column.id) ?? ('px' in column.width ? column.width.px : column.width.min)) * scale);
  const room = (count: number) =>
    widthPx - Math.round((2 * LINE_PADDING_PX + Math.max(0, count - 1) * COLUMN_GAP_PX) * scale);
  const left = (shown: readonly SizedColumn[]) =>
    room(shown.length) - shown.reduce((sum, column) => sum + least(column), 0);

  let shown = columns.filter(({ isSpare }) => isSpare !== true);
  while (shown.length > 1 && left(shown) < 0) {
    const lowest = Math.min(...shown.map(({ priority }) => priority));
    const goes = shown.findLastIndex(({ priority }) => priority === lowest);
    shown = shown.filter((_, index) => index !== goes);
  }
  const over = left(shown);
  const share = (column: SizedColumn) => ('share' in column.width && !kept.has(column.id) ? column.width.share : 0);
  const shares = shown.reduce((sum, column) => sum + share(column), 0);
  const most = ({ width }: SizedColumn) =>
    'max' in width && width.max !== undefined ? Math.round(width.max * scale) : Number.POSITIVE_INFINITY;
  const widths = new Map(
    shown.map((column) => {
      const wanted = least(column) + (over < 0 ? over : shares === 0 ? 0 : Math.floor((over * share(column)) / shares));
      // The one that is left when even it has no room gets what there is.
      return [column.id, Math.max(0, share(column) === 0 ? wanted : Math.min(wanted, most(column)))];
    }),
  );
  let unused = room(shown.length) - [...widths.values()].reduce((sum, px) => sum + px, 0);
  const spare = columns
    .filter(({ isSpare }) => isSpare === true)
    .toSorted((one, other) => other.priority - one.priority);
  for (const column of spare) {
    const px = least(column);
    const taken = px + Math.round(COLUMN_GAP_PX * scale);
    if (taken > unused) break;
    widths.set(column.id, px);
    unused -= taken;
  }
  const last = shown.find(({ id, fillsRemainder: takesRest }) => takesRest === true && !kept.has(id));
  if (last !== undefined) widths.set(last.id, (widths.get(last.id) ?? 0) + Math.max(0, unused));
  return columns.flatMap(({ id }) => {
    const px = widths.get(id);
    return px === undefined ? [] : [{ id, px }];
  });
}
