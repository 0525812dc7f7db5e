import { useState } from 'react';
import { DEFAULT_NOTIFY_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { parseViews, printViews, type SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { Checkbox, DialogField } from '../../../components/dialog/DialogField.tsx';
import { SaveDialog } from '../../../components/saved/SaveDialog.tsx';
import { SavedDialog } from '../../../components/saved/SavedDialog.tsx';
import { useHiddenAction } from '../../../rules/use-page-rules.ts';
import type { ViewsDialog as OpenDialog } from '../../../stores/views-store.ts';
import { useAppearance, useStores, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { capitalized } from '../../../../src-shared/lib/capitalized.ts';
import { filterSentence } from '../../../words/filter-sentence.ts';
import { hiddenWords } from '../../../words/page-rule-words.ts';
import { viewProblemWords, viewWords } from '../../../words/view-words.ts';
import { pinUnavailable, VIEW_LABELS, withImported } from './view-edits.ts';
import { SharedViews } from './SharedViews.tsx';
import { ViewLine } from './ViewLine.tsx';

export interface ViewDialogsViewProps {
  readonly dialog: OpenDialog;
}

export function ViewDialogsView({ dialog }: ViewDialogsViewProps) {
  return dialog.kind === 'save' ? <SaveViewDialog filter={dialog.filter} /> : <ViewsDialog />;
}

function SaveViewDialog({ filter }: { filter: Filter }) {
  const { views: store } = useStores();
  const views = useViews((state) => state.savedItems) ?? [];
  const refusal = useViews((state) => state.requestError);
  const zone = useAppearance((state) => state.zone);
  const [isPinned, setPinned] = useState(true);
  /** Null keeps the setting of an existing view with this name. */
  const [hasAlarm, setHasAlarm] = useState<boolean | null>(null);
  const alarms = (same: SavedView | null) => hasAlarm ?? same?.notify?.on === true;
  return (
    <SaveDialog
      labels={VIEW_LABELS}
      description={viewWords(filter, zone)}
      defaultName={capitalized(filterSentence(filter))}
      listed={views}
      refusal={refusal}
      describe={(same) => filterSentence(same.filter)}
      save={(item, same) => {
        const pinned = isPinned && pinUnavailable(views, same) === null;
        return store.put([{ ...item, filter, pinned, notify: notifyOf(same, alarms(same)) }]);
      }}
      close={() => store.show(null)}
      renderMore={(same) => {
        const pinProblem = pinUnavailable(views, same);
        return (
          <>
            <DialogField name="Rail" note={pinProblem ?? 'with a live count'}>
              <Checkbox
                name="Show it in the rail"
                checked={isPinned && pinProblem === null}
                change={setPinned}
                disabled={pinProblem !== null}
              />
            </DialogField>
            <DialogField name="Notify" note="see Settings, Alarms">
              <Checkbox name="Alarm for what matches from now on" checked={alarms(same)} change={setHasAlarm} />
            </DialogField>
          </>
        );
      }}
    />
  );
}

/** A rule that is switched off keeps its channels. */
function notifyOf(same: SavedView | null, on: boolean): SavedView['notify'] {
  const before = same?.notify ?? null;
  return before === null && !on ? null : { ...(before ?? DEFAULT_NOTIFY_SETTINGS), on };
}

function ViewsDialog() {
  const { views: store } = useStores();
  const state = useViews((all) => all);
  const hidden = useHiddenAction('save-views');
  const views = state.savedItems ?? [];
  return (
    <SavedDialog
      labels={VIEW_LABELS}
      store={store}
      state={state}
      importUnavailable={hidden === null ? null : visibleText(hiddenWords(hidden.part, hidden.missingRights))}
      read={(text) => {
        const read = parseViews(text);
        return { accepted: withImported(views, read.views), problems: read.problems.map(viewProblemWords) };
      }}
      print={printViews}
      more={<SharedViews views={views} />}
    >
      {views.map((view, index) => (
        <ViewLine key={view.id} view={view} views={views} index={index} />
      ))}
    </SavedDialog>
  );
}
