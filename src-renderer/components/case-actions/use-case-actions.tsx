/** Take, note, done and mute as commands with dialogs. Unavailable if the profile's rules hide these actions. */
import { BellOff, Check, Hand, type LucideIcon, RotateCcw, SquarePen } from 'lucide-react';
import { ErrorNote } from '../ErrorNote.tsx';
import type { Author, UndoableAction } from '../../../src-shared/domain/cases/action.ts';
import type { NewCommand } from '../../commands/command.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { useIsHidden } from '../../rules/use-page-rules.ts';
import type { ActionTarget, PromptedAction } from '../../stores/action-prompt-store.ts';
import { usePerson } from '../../stores/use-author.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { useRecordAction } from './use-record-action.ts';

export type CaseActions = ReturnType<typeof useCaseActions>;

/** `hasKeys` is true for exactly one target per screen. */
export function useCaseActions(target: ActionTarget | null, hasKeys = true) {
  const isHidden = useIsHidden('own-cases');
  const me = usePerson();
  const { act, error, clearError } = useRecordAction();
  const { actionPrompt } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const cannot = target === null ? 'Select a case or a group first.' : null;
  const cannotWhenClosed = cannot ?? (target !== null && !target.isOpen ? 'It is not open.' : null);
  const cannotTake = cannotWhenClosed ?? (target !== null && isMine(target.owners, me) ? 'It is yours already.' : null);
  const cannotReopen = target?.canReopen === true ? null : 'Select what was marked as done and has not recovered.';
  const doing = (action: UndoableAction) => () => {
    if (target !== null) void act(target, action);
  };
  const actions = {
    isHidden,
    hasKeys,
    cannotTake,
    cannotWhenClosed,
    cannotReopen,
    take: doing({ kind: 'take' }),
    release: doing({ kind: 'release' }),
    reopen: doing({ kind: 'reopen' }),
    unmute: doing({ kind: 'unmute' }),
    prompt(action: PromptedAction) {
      if (target !== null && watch !== null) actionPrompt.setState({ prompt: { watch, action, target } });
    },
  };
  useCommands(isHidden || !hasKeys ? [] : commandsOf(actions, cannot));
  // Can be rendered anywhere, because it appears over the page.
  const failure = error !== null && (
    <Dialog
      title="It could not be stored"
      label="It could not be stored"
      close={clearError}
      buttons={
        <Button variant="filled" onClick={clearError}>
          Close
        </Button>
      }
    >
      <ErrorNote error={error} />
    </Dialog>
  );
  return { ...actions, failure };
}

function isMine(owners: readonly (Author | null)[], me: Author | null): boolean {
  return me !== null && owners.length === 1 && owners[0]?.id === me.id;
}

function commandsOf(actions: Omit<CaseActions, 'failure'>, cannot: string | null): readonly NewCommand[] {
  const command = (
    id: string,
    title: string,
    key: string,
    icon: LucideIcon,
    unavailable: string | null,
    run: () => void,
  ): NewCommand => ({ id: `case.${id}`, title, group: 'Case', keys: [key], icon, unavailable, run });
  const { cannotTake, cannotWhenClosed, cannotReopen, prompt } = actions;
  return [
    command('take', 'Take it', 'T', Hand, cannotTake, actions.take),
    command('note', 'Write a note', 'N', SquarePen, cannot, () => prompt('note')),
    command('done', 'Mark it as done', 'D', Check, cannotWhenClosed, () => prompt('done')),
    {
      id: 'case.reopen',
      title: 'Reopen it',
      group: 'Case',
      icon: RotateCcw,
      unavailable: cannotReopen,
      run: actions.reopen,
    },
    command('mute', 'Mute it', 'M', BellOff, cannotWhenClosed, () => prompt('mute')),
  ];
}
