/**
 * Take, note, done and mute as commands, with the questions that they ask: for whatever is chosen on a screen. It draws
 * nothing of its own but those questions; `CaseActionsBar.tsx` has the buttons. Hidden where the profile's rules hide it.
 */
import { BellOff, Check, Hand, SquarePen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Author, Action } from '../../../src-shared/domain/action.ts';
import type { Command } from '../../commands/command.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { useIsHidden } from '../../rules/use-page-rules.ts';
import { usePerson } from '../../stores/use-author.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { type PromptedAction, ActionDialog } from './ActionDialog.tsx';
import type { ActionTarget } from './action-target.ts';
import { useRecordAction } from './use-record-action.ts';

export interface CaseActions {
  /** The profile's rules hide all of it. */
  readonly isHidden: boolean;
  /** The keys act on it. */
  readonly hasKeys: boolean;
  /** Why it cannot be taken now; `null`: it can. */
  readonly cannotTake: string | null;
  /** Why it cannot be closed now; `null`: it can. */
  readonly cannotClose: string | null;
  readonly take: () => void;
  readonly release: () => void;
  readonly unmute: () => void;
  readonly prompt: (deed: PromptedAction) => void;
  /** The questions; put them anywhere, they lie over the page. */
  readonly dialogs: ReactNode;
}

/**
 * @param target what the actions act on; `null`: nothing is chosen
 * @param hasKeys whether the keys act on it too: exactly one per screen has them
 */
export function useCaseActions(target: ActionTarget | null, hasKeys = true): CaseActions {
  const isHidden = useIsHidden('own-cases');
  const me = usePerson();
  const { act, isRecording, error, clearError } = useRecordAction();
  /** What the question is about stays, whatever is chosen meanwhile. */
  const [asked, setAsked] = useState<{ readonly deed: PromptedAction; readonly of: ActionTarget } | null>(null);
  const cannot = target === null ? 'Choose a case or a group first.' : null;
  const cannotTake = cannot ?? (target !== null && isMine(target.owners, me) ? 'It is yours already.' : null);
  const cannotClose = cannot ?? (target !== null && !target.isOpen ? 'It is closed already.' : null);
  const doing = (deed: Action) => () => {
    if (target !== null) void act(target.subjects, deed);
  };
  const owning = {
    isHidden,
    hasKeys,
    cannotTake,
    cannotClose,
    take: doing({ kind: 'take' }),
    release: doing({ kind: 'release' }),
    unmute: doing({ kind: 'unmute' }),
    prompt(deed: PromptedAction) {
      clearError();
      if (target !== null) setAsked({ deed, of: target });
    },
  };
  useCommands(isHidden || !hasKeys ? [] : commandsOf(owning, cannot));
  const dialogs =
    asked !== null ? (
      <ActionDialog
        action={asked.deed}
        target={asked.of}
        isActing={isRecording}
        error={error}
        act={(deed, text) => act(asked.of.subjects, deed, text)}
        close={() => setAsked(null)}
      />
    ) : (
      error !== null && (
        <Dialog
          title="It could not be stored"
          label="It could not be stored"
          close={clearError}
          buttons={<Button onClick={clearError}>Close</Button>}
        >
          <p role="alert">{visibleText(failureWords(error))}</p>
        </Dialog>
      )
    );
  return { ...owning, dialogs };
}

function isMine(owners: readonly (Author | null)[], me: Author | null): boolean {
  return me !== null && owners.length === 1 && owners[0]?.id === me.id;
}

function commandsOf(owning: Omit<CaseActions, 'dialogs'>, cannot: string | null): readonly Command[] {
  const group = 'Case';
  return [
    {
      id: 'case.take',
      title: 'Take it',
      group,
      keys: ['T'],
      icon: Hand,
      unavailable: owning.cannotTake,
      run: owning.take,
    },
    {
      id: 'case.note',
      title: 'Write a note',
      group,
      keys: ['N'],
      icon: SquarePen,
      unavailable: cannot,
      run: () => owning.prompt('note'),
    },
    {
      id: 'case.done',
      title: 'Close it as done',
      group,
      keys: ['D'],
      icon: Check,
      unavailable: owning.cannotClose,
      run: () => owning.prompt('done'),
    },
    {
      id: 'case.mute',
      title: 'Mute it',
      group,
      keys: ['M'],
      icon: BellOff,
      unavailable: cannot,
      run: () => owning.prompt('mute'),
    },
  ];
}
