/** What can be set: profiles, how the page looks, and the files in which events are kept. */
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';

export function SettingsScreen() {
  return <ScreenLayout title="Settings">{null}</ScreenLayout>;
}
