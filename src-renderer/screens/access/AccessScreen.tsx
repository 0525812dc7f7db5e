/** Who the token of the shown watch is, and what it may do, as the service says. */
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';

export function AccessScreen() {
  return <ScreenLayout title="Access">{null}</ScreenLayout>;
}
