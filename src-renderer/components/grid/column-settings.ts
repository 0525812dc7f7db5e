/**
 * What a reader made of a grid's columns, kept in this browser under the grid's name. It is read with suspicion: it may
 * be of an earlier version, which had other columns, and anybody may have edited it.
 */
import { asRecord } from '../../../src-shared/lib/as-record.ts';

export interface ColumnSettings {
  /** All that are known, in the reader's order; a column that is not among them stands where it always does. */
  readonly order: readonly string[];
  /** In px of the usual scale. */
  readonly widths: Readonly<Record<string, number>>;
  /** Chosen or put away; what is not here is as it is usually. */
  readonly shown: Readonly<Record<string, boolean>>;
}

export const DEFAULT_COLUMN_SETTINGS: ColumnSettings = { order: [], widths: {}, shown: {} };

/** Narrower, a title cannot be read nor its edge be caught; wider, nothing is left of any screen. */
const COLUMN_WIDTH_PX = { min: 24, max: 1_200 };

/** Opened each time: where storage is forbidden, already that throws. */
type StorageGetter = () => Pick<Storage, 'getItem' | 'setItem'>;

export function readColumnSettings(shelf: StorageGetter, grid: string, columns: ReadonlySet<string>): ColumnSettings {
  try {
    const kept = asRecord(JSON.parse(shelf().getItem(keyOf(grid)) ?? '{}'));
    const widths = Object.entries(asRecord(kept['widths'])).flatMap(([id, width]) =>
      columns.has(id) && typeof width === 'number' && Number.isFinite(width) ? [[id, clampWidth(width)] as const] : [],
    );
    const shown = Object.entries(asRecord(kept['shown'])).filter(
      ([id, is]) => columns.has(id) && typeof is === 'boolean',
    );
    return {
      order: [...columnsIn(kept['order'], columns)],
      widths: Object.fromEntries(widths),
      shown: Object.fromEntries(shown.map(([id, is]) => [id, is === true])),
    };
  } catch {
    return DEFAULT_COLUMN_SETTINGS;
  }
}

/** Each once, in its order. */
function columnsIn(order: unknown, columns: ReadonlySet<string>): ReadonlySet<string> {
  const isColumn = (id: unknown): id is string => typeof id === 'string' && columns.has(id);
  return new Set(Array.isArray(order) ? order.filter(isColumn) : []);
}

export function saveColumnSettings(shelf: StorageGetter, grid: string, kept: ColumnSettings): void {
  try {
    shelf().setItem(keyOf(grid), JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: the choice lasts for this visit.
  }
}

export function clampWidth(px: number): number {
  return Math.min(COLUMN_WIDTH_PX.max, Math.max(COLUMN_WIDTH_PX.min, Math.round(px)));
}

function keyOf(grid: string): string {
  return `watchfloor.grid.${grid}`;
}
