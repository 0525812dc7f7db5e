/**
 * Asks for a comment and records a note, done or mute for one or many cases. If storing fails, the text stays and the
 * error is shown.
 */
import { type FormEvent, useId, useState } from 'react';
import type { Action } from '../../../src-shared/domain/cases/action.ts';
import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { DialogField } from '../overlay/DialogField.tsx';
import { RadioGroup } from '../controls/RadioGroup.tsx';
import { Untrusted } from '../Untrusted.tsx';
import styles from './ActionDialog.module.css';
import { type MuteChoiceKind, muteChoices } from './mute-choices.ts';
import type { ActionTarget } from './action-target.ts';

export type PromptedAction = 'note' | 'done' | 'mute';

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
interface ActionDialogProps {
  readonly action: PromptedAction;
  readonly target: ActionTarget;
  readonly isActing: boolean;
  readonly error: Error | null;
  readonly act: (action: Action, text: string) => Promise<boolean>;
  readonly close: () => void;
}

export function ActionDialog({ action: promptedAction, target, isActing, error, act, close }: ActionDialogProps) {
  const stores = useStores();
  const zone = useAppearance((appearance) => appearance.zone);
  const [choices] = useState(() => muteChoices(stores.now(), zone));
  const [chosen, setChosen] = useState<MuteChoiceKind>('hour');
  const [text, setText] = useState('');
  const form = useId();
  const words = WORDS[promptedAction];
  const isReady = !isActing && (promptedAction !== 'note' || text.trim() !== '');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const action = actionOf(
      promptedAction,
      choices.find(({ value }) => value === chosen)?.ends ?? { kind: 'next-failure' },
    );
    if (isReady && (await act(action, text.trim()))) close();
  }
  return (
    <Dialog
      title={
        <>
          {words.title}: <Untrusted text={target.name} />
        </>
      }
      label={words.title}
      description={target.count > 1 ? `For all ${numberText(target.count)}. ${words.textForMany}` : words.explanation}
      close={close}
      buttons={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={!isReady}>
            {words.button}
          </Button>
        </>
      }
    >
      <form id={form} className={styles['form']} onSubmit={(event) => void submit(event)}>
        {promptedAction === 'mute' && (
          <RadioGroup label="How long" options={choices} value={chosen} choose={setChosen} isFirst />
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
        {error !== null && (
          <p className={styles['trouble']} role="alert">
            It could not be stored. {visibleText(failureWords(error))}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function actionOf(promptedAction: PromptedAction, ends: Extract<Action, { kind: 'mute' }>['ends']): Action {
  return promptedAction === 'mute' ? { kind: 'mute', ends } : { kind: promptedAction };
}
