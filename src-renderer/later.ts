/** The second chunk: screens, dialogs and parts that no alarm needs. `components/later-part.tsx` says how they are shown. */
import { provideDifferences } from './components/differences/Differences.tsx';
import { DifferencesView } from './components/differences/DifferencesView.tsx';
import { SupportPackView } from './components/pack/SupportPackView.tsx';
import { provideSupportPack } from './components/pack/use-support-pack.tsx';
import { IncidentMarksView } from './components/status-page/IncidentMarksView.tsx';
import { ProviderWordsView } from './components/status-page/ProviderWordsView.tsx';
import { provideIncidentMarks, provideProviderWords } from './components/status-page/status-page-parts.ts';
import { provideKeysDialog } from './frame/commands/KeysDialog.tsx';
import { KeysDialogView } from './frame/commands/KeysDialogView.tsx';
import { provideTeamNotices, provideTeamStrip } from './frame/team/team-parts.tsx';
import { TeamNoticesView } from './frame/team/TeamNoticesView.tsx';
import { TeamStripView } from './frame/team/TeamStripView.tsx';
import { LaterScreenView } from './screens/later-screens.tsx';
import { provideLaterScreens } from './screens/LaterScreen.tsx';
import { provideCausePast } from './screens/localizations/case/CausePast.tsx';
import { CausePastView } from './screens/localizations/case/CausePastView.tsx';
import { provideGroupCourse } from './screens/localizations/group/GroupCourse.tsx';
import { GroupCourseView } from './screens/localizations/group/GroupCourseView.tsx';
import { TextOfEventView } from './screens/timeline/detail/ReceivedText.tsx';
import { provideTextOfEvent } from './screens/timeline/detail/TextOfEvent.tsx';
import { provideExportDialogs } from './screens/timeline/export/ExportDialogs.tsx';
import { ExportDialogsView } from './screens/timeline/export/ExportDialogsView.tsx';
import { provideViewDialogs } from './screens/timeline/views/ViewDialogs.tsx';
import { ViewDialogsView } from './screens/timeline/views/ViewDialogsView.tsx';

export function provideLaterCode(): void {
  provideCausePast(CausePastView);
  provideDifferences(DifferencesView);
  provideExportDialogs(ExportDialogsView);
  provideGroupCourse(GroupCourseView);
  provideIncidentMarks(IncidentMarksView);
  provideKeysDialog(KeysDialogView);
  provideLaterScreens(LaterScreenView);
  provideProviderWords(ProviderWordsView);
  provideSupportPack(SupportPackView);
  provideTeamNotices(TeamNoticesView);
  provideTeamStrip(TeamStripView);
  provideTextOfEvent(TextOfEventView);
  provideViewDialogs(ViewDialogsView);
}
