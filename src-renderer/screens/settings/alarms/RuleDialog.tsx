import { type FormEvent, useId, useState } from 'react';
import { type AlarmChannels, DEFAULT_NOTIFY_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/overlay/Dialog.tsx';
import { DialogField, DialogTextInput } from '../../../components/overlay/DialogField.tsx';
import { RadioGroup } from '../../../components/controls/RadioGroup.tsx';
import { NotSaved } from '../../../components/saved/NotSaved.tsx';
import { newId } from '../../../components/saved/saved-items.ts';
import { Select } from '../../../components/controls/Select.tsx';
import { useAppearance, useStores, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { viewWords } from '../../../words/view-words.ts';
import { VIEW_LABELS } from '../../timeline/views/view-edits.ts';
import { ChannelToggles } from './ChannelToggles.tsx';
import { ruleFromFilter } from './rule-source.ts';

const NONE: readonly SavedView[] = [];

export function RuleDialog({ close }: { close: () => void }) {
  const { views: store } = useStores();
  const listed = useViews((state) => state.savedItems) ?? NONE;
  const refusal = useViews((state) => state.requestError);
  const zone = useAppearance((state) => state.zone);
  const free = listed.filter(({ notify }) => notify === null);
  const [source, setSource] = useState<'view' | 'filter'>(free.length > 0 ? 'view' : 'filter');
  const [chosen, setChosen] = useState(free[0]?.id ?? '');
  const [query, setQuery] = useState('');
  const [name, setName] = useState('');
  const [channels, setChannels] = useState<AlarmChannels>(DEFAULT_NOTIFY_SETTINGS);
  const [isSaving, setSaving] = useState(false);
  const form = useId();
  const view = free.find(({ id }) => id === chosen) ?? null;
  const made = ruleFromFilter(query, name, listed);
  const isReady = !isSaving && (source === 'view' ? view !== null : made.rule !== null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const edited = source === 'view' ? view : made.rule === null ? null : { ...made.rule, id: newId(), pinned: false };
    if (!isReady || edited === null) return;
    setSaving(true);
    const isSaved = await store.put([{ ...edited, notify: { ...channels, on: true } }]);
    setSaving(false);
    if (isSaved) close();
  }
  return (
    <Dialog
      title="Rule from a view"
      label="Rule from a view"
      description="New events that match create alarms; stored events do not."
      close={close}
      remark={source === 'filter' ? 'It is also saved as a view.' : undefined}
      buttons={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={!isReady}>
            Create alarm
          </Button>
        </>
      }
    >
      <form id={form} className="stack gap-3" onSubmit={(event) => void submit(event)}>
        <RadioGroup
          label="Alarm for"
          isFirst
          options={[
            { value: 'view', name: 'A saved view', ...(free.length === 0 ? { note: NO_VIEW } : {}) },
            { value: 'filter', name: 'Another filter' },
          ]}
          value={source}
          choose={setSource}
        />
        {source === 'view' && free.length > 0 && (
          <DialogField name="View" note={view === null ? undefined : visibleText(viewWords(view.filter, zone))}>
            <Select
              aria-label="View"
              value={chosen}
              options={free.map((each) => ({ value: each.id, name: visibleText(each.name) }))}
              choose={setChosen}
            />
          </DialogField>
        )}
        {source === 'filter' && (
          <>
            <DialogField name="Filter" note={visibleText(made.filterText)}>
              <DialogTextInput label="Filter" mono value={query} change={setQuery} maxLength={4_096} />
            </DialogField>
            <DialogField name="Name" note={made.nameNote}>
              <DialogTextInput
                label="Name of the rule"
                value={name}
                change={setName}
                maxLength={VIEW_LABELS.maxNameLength}
              />
            </DialogField>
          </>
        )}
        <DialogField name="How">
          <ChannelToggles label="it" channels={channels} disabled="none" change={setChannels} />
        </DialogField>
        <NotSaved refusal={refusal} />
      </form>
    </Dialog>
  );
}
const NO_VIEW = 'every saved view has a rule already, or none is saved';
