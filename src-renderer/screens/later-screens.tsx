/** Screens that an alarm does not need, also the wall, which notifies of none. Their code is in the second chunk. */
import { AccessScreen } from './access/AccessScreen.tsx';
import { CoverageScreen } from './coverage/CoverageScreen.tsx';
import { DataScreen } from './data/DataScreen.tsx';
import { AttemptsOverview } from './localizations/AttemptsOverview.tsx';
import { FirstRun } from './first-run/FirstRun.tsx';
import { RequestsScreen } from './requests/RequestsScreen.tsx';
import { QualityScreen } from './quality/QualityScreen.tsx';
import { ReportScreen } from './report/ReportScreen.tsx';
import { SettingsScreen } from './settings/SettingsScreen.tsx';
import { SubscriptionsScreen } from './subscriptions/SubscriptionsScreen.tsx';
import { SubjectScreen } from './subject/SubjectScreen.tsx';
import { TimelineScreen } from './timeline/TimelineScreen.tsx';
import { Wall } from './watch/Wall.tsx';
import { WherePanel } from './watch/WherePanel.tsx';

const laterScreens = {
  AccessScreen,
  AttemptsOverview,
  CoverageScreen,
  DataScreen,
  FirstRun,
  QualityScreen,
  ReportScreen,
  RequestsScreen,
  SettingsScreen,
  SubjectScreen,
  SubscriptionsScreen,
  TimelineScreen,
  Wall,
  WherePanel,
};

export interface LaterScreenProps {
  readonly name: keyof typeof laterScreens;
}

export function LaterScreenView({ name }: LaterScreenProps) {
  const Screen = laterScreens[name];
  return <Screen />;
}
