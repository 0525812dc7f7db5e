/** Screens that an alarm does not need, also the wall, which notifies of none. `LaterScreen.tsx` loads their chunk. */
import { AccessScreen } from './access/AccessScreen.tsx';
import { CoverageScreen } from './coverage/CoverageScreen.tsx';
import { DataScreen } from './data/DataScreen.tsx';
import { AttemptsOverview } from './localizations/AttemptsOverview.tsx';
import { FirstRun } from './first-run/FirstRun.tsx';
import { RequestsOverview } from './requests/RequestsOverview.tsx';
import { QualityScreen } from './quality/QualityScreen.tsx';
import { ReportScreen } from './report/ReportScreen.tsx';
import { SettingsScreen } from './settings/SettingsScreen.tsx';
import { SubscriptionsScreen } from './subscriptions/SubscriptionsScreen.tsx';
import { SubjectScreen } from './subject/SubjectScreen.tsx';
import { TimelineScreen } from './timeline/TimelineScreen.tsx';
import { Wall } from './watch/Wall.tsx';
import { WherePanel } from './watch/WherePanel.tsx';

/** Parts of screens of the first chunk, which show them as soon as they are there. */
export { IncidentMarksView } from '../components/status-page/IncidentMarksView.tsx';
export { ProviderWordsView } from '../components/status-page/ProviderWordsView.tsx';
export { DifferencesView } from '../components/differences/DifferencesView.tsx';
export { GroupCourseView } from './localizations/group/GroupCourseView.tsx';
export { CausePastView } from './localizations/case/CausePastView.tsx';

export const laterScreens = {
  AccessScreen,
  AttemptsOverview,
  CoverageScreen,
  DataScreen,
  FirstRun,
  QualityScreen,
  ReportScreen,
  RequestsOverview,
  SettingsScreen,
  SubjectScreen,
  SubscriptionsScreen,
  TimelineScreen,
  Wall,
  WherePanel,
};
