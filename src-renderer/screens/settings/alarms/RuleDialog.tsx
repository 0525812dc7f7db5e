import { useState } from 'react';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { FormDialog } from '../../../components/dialog/FormDialog.tsx';
import { type AlarmChannels, DEFAULT_NOTIFY_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { DialogField, DialogTextInput } from '../../../components/dialog/DialogField.tsx';
import { RadioGroup } from '../../../components/controls/RadioGroup.tsx';
import { newId } from '../../../components/saved/saved-items.ts';
import { Select } from '../../../components/controls/Select.tsx';
import { currentSettings } from '../../../stores/alarms-store.ts';
import { useAlarms, useAppearance, useStores, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { viewWords } from '../../../words/view-words.ts';
import { VIEW_LABELS } from '../../timeline/views/view-edits.ts';
import { BackTestLine } from './BackTestLine.tsx';
import { ChannelToggles } from './ChannelToggles.tsx';
import { ruleFromFilter } from './rule-source.ts';
import { useRuleViews } from './use-rule-views.ts';

const NONE: readonly SavedView[] = [];

export function RuleDialog({ close }: { close: () => void }) {
  const { views: store } = useStores();
  const listed = useViews((state) => state.savedItems) ?? NONE;
  const refusal = useViews((state) => state.requestError);
  const settings = useAlarms(currentSettings);
  const rules = useRuleViews();
  const zone = useAppearance((state) => state.zone);
  const free = listed.filter(({ notify }) => notify === null);
  const [source, setSource] = useState<'view' | 'filter'>(free.length > 0 ? 'view' : 'filter');
  const [chosen, setChosen] = useState(free[0]?.id ?? '');
  const [query, setQuery] = useState('');
  const [name, setName] = useState('');
  const [channels, setChannels] = useState<AlarmChannels>(DEFAULT_NOTIFY_SETTINGS);
  const view = free.find(({ id }) => id === chosen) ?? null;
  const made = ruleFromFilter(query, name, listed);
  const edited = source === 'view' ? view : made.rule && { ...made.rule, id: newId(), pinned: false };

  return (
    <FormDialog
      title="Rule from a view"
      description="New events that match create alarms; stored events do not."
      close={close}
      remark={source === 'filter' ? 'It is also saved as a view.' : undefined}
      submitName="Create alarm"
      missing={edited !== null ? null : source === 'view' ? 'Choose a saved view.' : 'Enter a filter and a name.'}
      submit={() => edited !== null && store.put([{ ...edited, notify: { ...channels, on: true } }])}
    >
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
      {settings !== null && edited !== null && (
        <BackTestLine
          saved={{ settings, views: rules }}
          settings={settings}
          views={[...rules, { ...edited, notify: { ...channels, on: true } }]}
        />
      )}
      <ErrorNote intro="It could not be saved." error={refusal} />
    </FormDialog>
  );
}
const NO_VIEW = 'every saved view has a rule already, or none is saved';
