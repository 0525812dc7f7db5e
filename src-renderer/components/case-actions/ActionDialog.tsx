/** Records a note, done or mute. If storing fails, the text stays and the error is shown. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { ErrorNote } from '../ErrorNote.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import type { UndoableAction } from '../../../src-shared/domain/cases/action.ts';
import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { usePerson } from '../../stores/use-author.ts';
import type { ActionPrompt, PromptedAction } from '../../stores/action-prompt-store.ts';
import { useAlarms, useAppearance, useStores, useWatch } from '../../stores/use-stores.ts';
import { DialogField } from '../dialog/DialogField.tsx';
import { NameField } from './NameField.tsx';
import { RadioGroup } from '../controls/RadioGroup.tsx';
import { Untrusted } from '../Untrusted.tsx';
import styles from './ActionDialog.module.css';
import { type MuteChoiceKind, muteChoices } from './mute-choices.ts';
import { useRecordAction } from './use-record-action.ts';

const WORDS: Readonly<
  Record<PromptedAction, { title: string; button: string; text: string; explanation: string; textForMany: string }>
> = {
  note: { title: 'Note', button: 'Add note', text: 'Note', explanation: '', textForMany: '' },
  done: {
    title: 'Done',
    button: 'Done',
    text: 'Comment',
    explanation: 'It is listed as done, and comes back if it fails again.',
    textForMany: 'They are listed as done; each comes back if it fails again.',
  },
  mute: {
    title: 'Mute',
    button: 'Mute',
    text: 'Comment',
    explanation: 'It is listed last and needs no attention until the mute ends.',
    textForMany: 'They are listed last and need no attention until the mute ends.',
  },
};
/** Belongs to no pane: the text stays when the group or case that it is about closes meanwhile. */
export function ActionDialog() {
  const prompt = useStore(useStores().actionPrompt, (state) => state.prompt);
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  return prompt !== null && prompt.watch === watch && <PromptDialog prompt={prompt} />;
}

function PromptDialog({ prompt: { action: promptedAction, target } }: { readonly prompt: ActionPrompt }) {
  const stores = useStores();
  const { act, error } = useRecordAction();
  const zone = useAppearance((appearance) => appearance.zone);
  const [openedAt] = useState(() => stores.now());
  const [until, setUntil] = useState('');
  const shiftUntil = useAlarms(({ snapshot }) => snapshot?.shiftUntil ?? null);
  const choices = muteChoices({ typed: until, shiftUntil, now: openedAt, zone });
  const [chosen, setChosen] = useState<MuteChoiceKind>(shiftUntil === null ? 'hour' : 'shift');
  const [text, setText] = useState('');
  const [isNamed] = useState(usePerson() !== null);
  const [name, setName] = useState('');
  const words = WORDS[promptedAction];
  const ends = choices.find(({ value }) => value === chosen)?.ends ?? null;
  const action: UndoableAction | null =
    promptedAction !== 'mute' ? { kind: promptedAction } : ends === null ? null : { kind: 'mute', ends };
  const missing =
    action === null
      ? 'Enter a time that is not over.'
      : promptedAction === 'note' && text.trim() === ''
        ? 'Enter the note.'
        : isNamed || name.trim() !== ''
          ? null
          : 'Enter your name.';
  const untilField = (
    <input
      className={`${styles['until']} text-field`}
      aria-label="Muted until"
      placeholder="8:00"
      autoComplete="off"
      spellCheck={false}
      maxLength={32}
      value={until}
      onChange={({ currentTarget }) => {
        setUntil(currentTarget.value);
        setChosen('typed');
      }}
    />
  );

  return (
    <FormDialog
      title={words.title}
      heading={
        <>
          {words.title}: <Untrusted text={target.name} />
        </>
      }
      description={target.count > 1 ? `For all ${numberText(target.count)}. ${words.textForMany}` : words.explanation}
      close={() => stores.actionPrompt.setState({ prompt: null })}
      submitName={words.button}
      missing={missing}
      submit={() => {
        if (action === null) return false;
        if (!isNamed) stores.person.setName(name);
        return act(target, action, text.trim());
      }}
    >
      {promptedAction === 'mute' && (
        <RadioGroup
          label="How long"
          options={choices.map((choice) => (choice.value === 'typed' ? { ...choice, field: untilField } : choice))}
          value={chosen}
          choose={setChosen}
          isFirst
        />
      )}
      <DialogField name={words.text}>
        <textarea
          className={`${styles['text']} text-field`}
          aria-label={promptedAction === 'note' ? 'Note' : 'Comment, optional'}
          placeholder={promptedAction === 'note' ? undefined : 'Optional'}
          data-autofocus={promptedAction === 'mute' ? undefined : true}
          rows={3}
          maxLength={ACTION_LIMITS.text}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter submits, as in every dialog; Shift+Enter adds a line.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </DialogField>
      {!isNamed && <NameField name={name} change={setName} />}
      <ErrorNote intro="It could not be stored." error={error} />
    </FormDialog>
  );
}
