/** Screens that an alarm does not need. They are a chunk of their own, which `LaterScreen.tsx` loads. */
import { AccessScreen } from './access/AccessScreen.tsx';
import { DataScreen } from './data/DataScreen.tsx';
import { FirstRun } from './first-run/FirstRun.tsx';
import { ReportScreen } from './report/ReportScreen.tsx';
import { SettingsScreen } from './settings/SettingsScreen.tsx';
import { SubscriptionsScreen } from './subscriptions/SubscriptionsScreen.tsx';

export const laterScreens = { AccessScreen, DataScreen, FirstRun, ReportScreen, SettingsScreen, SubscriptionsScreen };
