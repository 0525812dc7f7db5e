/** The one list of screens: rail, keys, Ctrl+K and what the frame shows are all made of it. */
import { ChartNoAxesGantt, Database, List, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ScreenName } from '../address/screen-addresses.ts';
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

export const screens: readonly Screen[] = [
  { name: 'timeline', title: 'Timeline', keys: 'G T', icon: List, Component: TimelineScreen },
  { name: 'coverage', title: 'Coverage', keys: 'G C', icon: ChartNoAxesGantt, Component: CoverageScreen },
  { name: 'data', title: 'Data', keys: 'G D', icon: Database, Component: DataScreen },
];
