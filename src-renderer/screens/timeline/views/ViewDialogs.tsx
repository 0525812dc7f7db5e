/** What of saved views is open over the page; it can be asked for from everywhere. */
import { useState } from 'react';
import { USUAL_NOTIFY } from '../../../../src-shared/domain/alarm.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { parseViews, printViews, type SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { Checkbox, DialogField } from '../../../components/DialogField.tsx';
import { SaveDialog } from '../../../components/saved/SaveDialog.tsx';
import { SavedDialog } from '../../../components/saved/SavedDialog.tsx';
import { useHiddenAction } from '../../../rules/use-rules.ts';
import { useAppearance, useStores, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { capitalized, filterSentence } from '../../../words/filter-sentence.ts';
import { hiddenWords } from '../../../words/page-rule-words.ts';
import { viewProblemWords, viewWords } from '../../../words/view-words.ts';
import { noPin, VIEWS, withImported } from './view-edits.ts';
import { ViewLine } from './ViewLine.tsx';

export function ViewDialogs() {
  const dialog = useViews((state) => state.dialog);
  if (dialog === null) return null;
  return dialog.kind === 'save' ? <SaveViewDialog filter={dialog.filter} /> : <ViewsDialog />;
}

function SaveViewDialog({ filter }: { filter: Filter }) {
  const { views: store } = useStores();
  const views = useViews((state) => state.listed) ?? [];
  const refusal = useViews((state) => state.refusal);
  const zone = useAppearance((state) => state.zone);
  const [wantsPin, setWantsPin] = useState(true);
  /** `null`: as the one of that name has it. */
  const [wantsAlarm, setWantsAlarm] = useState<boolean | null>(null);
  const alarms = (same: SavedView | null) => wantsAlarm ?? same?.notify?.on === true;
  return (
    <SaveDialog
      things={VIEWS}
      about={viewWords(filter, zone)}
      proposed={capitalized(filterSentence(filter))}
      listed={views}
      refusal={refusal}
      sentenceOf={(same) => filterSentence(same.filter)}
      save={(thing, same) => {
        const pinned = wantsPin && noPin(views, same) === null;
        return store.put([{ ...thing, filter, pinned, notify: notifyOf(same, alarms(same)) }]);
      }}
      close={() => store.show(null)}
      renderMore={(same) => {
        const noPlace = noPin(views, same);
        return (
          <>
            <DialogField name="Rail" note={noPlace ?? 'with a live count'}>
              <Checkbox
                name="Show it in the rail"
                checked={wantsPin && noPlace === null}
                change={setWantsPin}
                disabled={noPlace !== null}
              />
            </DialogField>
            <DialogField name="Notify" note="how: Settings, Alarms">
              <Checkbox name="Alarm for what matches from now on" checked={alarms(same)} change={setWantsAlarm} />
            </DialogField>
          </>
        );
      }}
    />
  );
}

/** Switched off, a rule keeps how it alarmed. */
function notifyOf(same: SavedView | null, on: boolean): SavedView['notify'] {
  const before = same?.notify ?? null;
  return before === null && !on ? null : { ...(before ?? USUAL_NOTIFY), on };
}

function ViewsDialog() {
  const { views: store } = useStores();
  const state = useViews((all) => all);
  const hidden = useHiddenAction('save-views');
  const views = state.listed ?? [];
  return (
    <SavedDialog
      things={VIEWS}
      store={store}
      state={state}
      hidden={hidden === null ? null : visibleText(hiddenWords(hidden.part, hidden.lacks))}
      read={(text) => {
        const read = parseViews(text);
        return { taken: withImported(views, read.views), problems: read.problems.map(viewProblemWords) };
      }}
      print={printViews}
    >
      {views.map((view, index) => (
        <ViewLine key={view.id} view={view} views={views} index={index} />
      ))}
    </SavedDialog>
  );
}
