/** Appearance settings and the last export format, stored in the browser. Validates stored values, because the user can edit them. */
import { createStore } from 'zustand/vanilla';
import type { ExportFormat } from '../../src-shared/domain/event/event-export.ts';
import { asRecord } from '../../src-shared/lib/as-record.ts';
import type { Zone } from '../time/time-text.ts';
import { readStored, writeStored } from '../browser-storage.ts';

export const themes = ['system', 'dark', 'light', 'contrast'] as const;
export type ThemeChoice = (typeof themes)[number];
const exportFormats = ['jsonl', 'csv', 'xlsx'] as const satisfies readonly ExportFormat[];
const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

interface Appearance {
  readonly theme: ThemeChoice;
  readonly density: Density;
  readonly zone: Zone;
  readonly railCollapsed: boolean;
  readonly detailWidth: number;
  readonly inspectorHeight: number;
  /** Letters and signs without Ctrl run commands. */
  readonly singleKeys: boolean;
  /** An undo is offered until the user closes it, not for some seconds. */
  readonly keepsUndo: boolean;
  /** Chosen in the last export; null if none was chosen yet. */
  readonly exportFormat: ExportFormat | null;
}

/** Below the minimum, identifiers wrap; above the maximum, no list is left on a laptop. */
export const DETAIL_WIDTH = { min: 360, initial: 424, max: 900 };

/** Below the minimum, no answer is readable; above the maximum, no rows are left. */
export const INSPECTOR_HEIGHT = { min: 120, initial: 208, max: 560 };

const KEY = 'watchfloor.appearance';
const DEFAULTS: Appearance = {
  theme: 'system',
  density: 'compact',
  zone: 'utc',
  railCollapsed: false,
  detailWidth: DETAIL_WIDTH.initial,
  inspectorHeight: INSPECTOR_HEIGHT.initial,
  singleKeys: true,
  keepsUndo: false,
  exportFormat: null,
};

export type AppearanceStore = ReturnType<typeof createAppearanceStore>;

export function createAppearanceStore(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const store = createStore<Appearance>(() => read(storage));
  return {
    ...store,
    change(part: Partial<Appearance>) {
      store.setState(part);
      writeStored(() => storage, KEY, store.getState());
    },
  };
}

function read(storage: Pick<Storage, 'getItem'>): Appearance {
  const stored = asRecord(readStored(() => storage, KEY));
  return {
    theme: themes.find((theme) => theme === stored['theme']) ?? DEFAULTS.theme,
    density: densities.find((density) => density === stored['density']) ?? DEFAULTS.density,
    zone: stored['zone'] === 'local' ? 'local' : DEFAULTS.zone,
    railCollapsed: stored['railCollapsed'] === true,
    detailWidth: clamp(stored['detailWidth'], DETAIL_WIDTH),
    inspectorHeight: clamp(stored['inspectorHeight'], INSPECTOR_HEIGHT),
    singleKeys: stored['singleKeys'] !== false,
    keepsUndo: stored['keepsUndo'] === true,
    exportFormat: exportFormats.find((format) => format === stored['exportFormat']) ?? DEFAULTS.exportFormat,
  };
}

function clamp(size: unknown, { min, initial, max }: typeof DETAIL_WIDTH): number {
  return typeof size === 'number' ? Math.min(max, Math.max(min, Math.round(size))) : initial;
}
