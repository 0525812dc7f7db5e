/** The one list of screens: rail, keys, Ctrl+K and what the frame shows are all made of it. */
import { ChartNoAxesGantt, Database, List, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { isScreenName, type ScreenName } from '../address/screen-addresses.ts';
import { CoverageScreen } from './coverage/CoverageScreen.tsx';
import { DataScreen } from './data/DataScreen.tsx';
import { TimelineScreen } from './timeline/TimelineScreen.tsx';

export interface Screen {
  readonly name: ScreenName;
  readonly title: string;
  /** As in a `Command`. */
  readonly keys: string;
  readonly icon: LucideIcon;
  readonly Component: ComponentType;
}

/** In the order in which they stand in the rail; one for each name that an address may have. */
const byName: { readonly [Name in ScreenName]: Omit<Screen, 'name'> } = {
  timeline: { title: 'Timeline', keys: 'G T', icon: List, Component: TimelineScreen },
  coverage: { title: 'Coverage', keys: 'G C', icon: ChartNoAxesGantt, Component: CoverageScreen },
  data: { title: 'Data', keys: 'G D', icon: Database, Component: DataScreen },
};

export const screens: readonly Screen[] = Object.entries(byName).flatMap(([name, screen]) =>
  isScreenName(name) ? [{ name, ...screen }] : [],
);
