/** How the page looks and reads, kept in this browser. What is kept is read with suspicion: anybody may have edited it. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Zone } from '../time/time-text.ts';

export const themes = ['system', 'dark', 'light', 'contrast'] as const;
export type ThemeChoice = (typeof themes)[number];
export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

export interface Appearance {
  readonly theme: ThemeChoice;
  readonly density: Density;
  readonly zone: Zone;
  readonly railCollapsed: boolean;
  /** Width of the detail pane, px of the usual scale. */
  readonly detailWidth: number;
  /** Height of the inspector of requests, px of the usual scale. */
  readonly inspectorHeight: number;
}

export interface AppearanceStore extends StoreApi<Appearance> {
  change(part: Partial<Appearance>): void;
}

/** Narrower, identifiers break; wider, nothing is left of the list on a laptop. */
export const DETAIL_WIDTH = { least: 360, usual: 424, most: 900 };

/** Lower, no answer can be read; higher, nothing is left of the rows. */
export const INSPECTOR_HEIGHT = { least: 120, usual: 208, most: 560 };

const KEY = 'watchfloor.appearance';
const USUAL: Appearance = {
  theme: 'system',
  density: 'compact',
  zone: 'utc',
  railCollapsed: false,
  detailWidth: DETAIL_WIDTH.usual,
  inspectorHeight: INSPECTOR_HEIGHT.usual,
};

export function createAppearanceStore(storage: Pick<Storage, 'getItem' | 'setItem'>): AppearanceStore {
  const store = createStore<Appearance>(() => read(storage));
  return {
    ...store,
    change(part) {
      store.setState(part);
      try {
        storage.setItem(KEY, JSON.stringify(store.getState()));
      } catch {
        // Storage is full or forbidden: the choice lasts for this visit.
      }
    },
  };
}

function read(storage: Pick<Storage, 'getItem'>): Appearance {
  let kept: Partial<Record<keyof Appearance, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) kept = parsed;
  } catch {
    return USUAL;
  }
  return {
    theme: themes.find((theme) => theme === kept.theme) ?? USUAL.theme,
    density: densities.find((density) => density === kept.density) ?? USUAL.density,
    zone: kept.zone === 'local' ? 'local' : USUAL.zone,
    railCollapsed: kept.railCollapsed === true,
    detailWidth: typeof kept.detailWidth === 'number' ? clampDetailWidth(kept.detailWidth) : USUAL.detailWidth,
    inspectorHeight:
      typeof kept.inspectorHeight === 'number' ? clampInspectorHeight(kept.inspectorHeight) : USUAL.inspectorHeight,
  };
}

export function clampDetailWidth(width: number): number {
  return Math.min(DETAIL_WIDTH.most, Math.max(DETAIL_WIDTH.least, Math.round(width)));
}

export function clampInspectorHeight(height: number): number {
  return Math.min(INSPECTOR_HEIGHT.most, Math.max(INSPECTOR_HEIGHT.least, Math.round(height)));
}
