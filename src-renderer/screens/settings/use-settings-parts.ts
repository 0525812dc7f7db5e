import {
  Bell,
  BookOpen,
  Database,
  ExternalLink,
  Info,
  KeyRound,
  type LucideIcon,
  MonitorCog,
  Send,
  SunMoon,
  Users,
} from 'lucide-react';
import { hrefOf } from '../../address/use-address.ts';
import { useHiddenScreen } from '../../rules/use-page-rules.ts';
import { useHost } from '../../stores/queries/use-query.ts';
import { useWatch } from '../../stores/use-stores.ts';
import { type SettingsPartName, settingsPartWords } from '../../words/place-words.ts';

export interface SettingsPart {
  readonly name: SettingsPartName;
  readonly title: string;
  readonly synonyms: readonly string[];
  readonly icon: LucideIcon;
  readonly href: string;
}

const icons: Readonly<Record<SettingsPartName, LucideIcon>> = {
  profile: KeyRound,
  alarms: Bell,
  outlets: Send,
  team: Users,
  links: ExternalLink,
  appearance: SunMoon,
  desktop: MonitorCog,
  data: Database,
  documents: BookOpen,
  about: Info,
};

/** The parts that exist here: alarms, outlets, team, links and data belong to a watched profile, and only the desktop app has `desktop`. */
export function useSettingsParts(): readonly [profiles: SettingsPart, ...others: SettingsPart[]] {
  const isWatching = useWatch(({ shown }) => shown !== null);
  const hasDesktop = useHost()?.capabilities.desktop === true;
  const hasData = useHiddenScreen('data') === null && isWatching;
  const part = (name: SettingsPartName, href: string): SettingsPart => ({
    name,
    ...settingsPartWords[name],
    icon: icons[name],
    href,
  });
  const section = (name: Exclude<SettingsPartName, 'profile' | 'data'>) =>
    part(name, hrefOf('settings', { part: name }));
  return [
    part('profile', hrefOf('settings')),
    ...(isWatching ? [section('alarms'), section('outlets'), section('team'), section('links')] : []),
    section('appearance'),
    ...(hasDesktop ? [section('desktop')] : []),
    ...(hasData ? [part('data', hrefOf('data'))] : []),
    section('documents'),
    section('about'),
  ];
}
