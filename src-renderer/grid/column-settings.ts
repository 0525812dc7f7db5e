/** Stored in the browser under the grid's name. Validated: an earlier version or the user may have written it. */
import { asRecord } from '../../src-shared/lib/as-record.ts';
import { readStored, writeStored } from '../browser-storage.ts';

export interface ColumnSettings {
  /** Known columns in the user's order; other columns follow in their default order. */
  readonly order: readonly string[];
  /** In px of the default scale. */
  readonly widths: Readonly<Record<string, number>>;
  readonly shown: Readonly<Record<string, boolean>>;
}

export const DEFAULT_COLUMN_SETTINGS: ColumnSettings = { order: [], widths: {}, shown: {} };

/** Below, a title is unreadable and its edge cannot be grabbed; above, nothing else fits on a screen. */
const COLUMN_WIDTH_PX = { min: 24, max: 1_200 };

type StorageGetter = () => Pick<Storage, 'getItem' | 'setItem'>;

export function readColumnSettings(shelf: StorageGetter, grid: string, columns: ReadonlySet<string>): ColumnSettings {
  const stored = asRecord(readStored(shelf, keyOf(grid)));
  const widths = Object.entries(asRecord(stored['widths'])).flatMap(([id, width]) =>
    columns.has(id) && typeof width === 'number' && Number.isFinite(width) ? [[id, clampWidth(width)] as const] : [],
  );
  const shown = Object.entries(asRecord(stored['shown'])).filter(
    ([id, is]) => columns.has(id) && typeof is === 'boolean',
  );
  return {
    order: [...columnsIn(stored['order'], columns)],
    widths: Object.fromEntries(widths),
    shown: Object.fromEntries(shown.map(([id, is]) => [id, is === true])),
  };
}

function columnsIn(order: unknown, columns: ReadonlySet<string>): ReadonlySet<string> {
  const isColumn = (id: unknown): id is string => typeof id === 'string' && columns.has(id);
  return new Set(Array.isArray(order) ? order.filter(isColumn) : []);
}

export function saveColumnSettings(shelf: StorageGetter, grid: string, stored: ColumnSettings): void {
  writeStored(shelf, keyOf(grid), stored);
}

export function clampWidth(px: number): number {
  return Math.min(COLUMN_WIDTH_PX.max, Math.max(COLUMN_WIDTH_PX.min, Math.round(px)));
}

function keyOf(grid: string): string {
  return `watchfloor.grid.${grid}`;
}
