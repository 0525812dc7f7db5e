/** Defines all screens. The rail, the keys, Ctrl+K and the frame use this list. */
import {
  CardSim,
  ChartNoAxesGantt,
  Cpu,
  Database,
  FileText,
  Fingerprint,
  List,
  ListChecks,
  type LucideIcon,
  Percent,
  Radar,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import type { ComponentProps, ComponentType } from 'react';
import { isWall } from '../address/is-wall.ts';
import { isScreenName, type ScreenName } from '../address/screen-addresses.ts';
import { LaterScreen } from './LaterScreen.tsx';
import { LocalizationsScreen } from './localizations/LocalizationsScreen.tsx';
import { WatchScreen } from './watch/WatchScreen.tsx';

export interface Screen {
  readonly name: ScreenName;
  readonly title: string;
  readonly keys: string;
  readonly icon: LucideIcon;
  /** Place of its rail entry, or the name of the screen it belongs to, whose entry is then highlighted for both. */
  readonly rail: 'top' | 'foot' | ScreenName;
  readonly Component: ComponentType;
}

/** Has an entry for each screen name that an address may contain, in the order of the rail. */
const byName: { readonly [Name in ScreenName]: Omit<Screen, 'name'> } = {
  watch: { title: 'Watch', keys: 'G W', icon: Radar, rail: 'top', Component: Watch },
  timeline: { title: 'Timeline', keys: 'G T', icon: List, rail: 'top', Component: later('TimelineScreen') },
  localizations: { title: 'Localizations', keys: 'G L', icon: Cpu, rail: 'top', Component: Localizations },
  requests: { title: 'Requests', keys: 'G R', icon: ListChecks, rail: 'top', Component: later('RequestsScreen') },
  subscriptions: {
    title: 'Subscriptions',
    keys: 'G S',
    icon: CardSim,
    rail: 'top',
    Component: later('SubscriptionsScreen'),
  },
  access: { title: 'Access', keys: 'G A', icon: ShieldCheck, rail: 'top', Component: later('AccessScreen') },
  coverage: { title: 'Coverage', keys: 'G C', icon: ChartNoAxesGantt, rail: 'top', Component: later('CoverageScreen') },
  quality: { title: 'Quality', keys: 'G Q', icon: Percent, rail: 'coverage', Component: later('QualityScreen') },
  report: { title: 'Shift report', keys: 'G H', icon: FileText, rail: 'watch', Component: later('ReportScreen') },
  subject: { title: 'Id', keys: 'G I', icon: Fingerprint, rail: 'timeline', Component: later('SubjectScreen') },
  data: { title: 'Data', keys: 'G D', icon: Database, rail: 'settings', Component: later('DataScreen') },
  settings: { title: 'Settings', keys: 'G ,', icon: Settings, rail: 'foot', Component: later('SettingsScreen') },
};

export const screens: readonly Screen[] = Object.entries(byName).flatMap(([name, screen]) =>
  isScreenName(name) ? [{ name, ...screen }] : [],
);

function Watch() {
  return isWall() ? <LaterScreen name="Wall" /> : <WatchScreen where={<LaterScreen name="WherePanel" />} />;
}

function Localizations() {
  return <LocalizationsScreen overview={<LaterScreen name="AttemptsOverview" />} />;
}

function later(name: ComponentProps<typeof LaterScreen>['name']): ComponentType {
  return () => <LaterScreen name={name} />;
}
