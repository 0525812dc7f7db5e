import { BellOff, Check, Hand, RotateCcw, SquarePen, User } from 'lucide-react';
import { authorWords } from '../../../src-shared/domain/cases/author-name.ts';
import { muteEndWords, ownerWords } from '../../../src-shared/words/ownership-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { keysOf, useCommandList } from '../../commands/use-commands.ts';
import { usePerson } from '../../stores/use-author.ts';
import { useTimeText } from '../../stores/use-time-text.ts';
import { ZONED_MINUTE } from '../../time/time-text.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../controls/Button.tsx';
import { OverflowMenu } from '../overlay/OverflowMenu.tsx';
import { Keycap } from '../Keycap.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import type { ActionTarget } from '../../stores/action-prompt-store.ts';
import styles from './CaseActionsBar.module.css';
import type { CaseActions } from './use-case-actions.tsx';

interface CaseActionsBarProps {
  readonly target: ActionTarget;
  readonly actions: CaseActions;
  readonly isPrimary?: boolean;
}

export function CaseActionsBar({ target, actions, isPrimary = false }: CaseActionsBarProps) {
  if (actions.isHidden) return null;
  const hasOwner = target.owners.some((owner) => owner !== null);
  return (
    <span className={styles['bar']}>
      {!target.canReopen && (target.isOpen || hasOwner) && (
        <TakeButton target={target} actions={actions} isPrimary={isPrimary} />
      )}
      <Button icon={SquarePen} onClick={() => actions.prompt('note')}>
        Note {actions.hasKeys && <Keys command="case.note" />}
      </Button>
      {target.canReopen && (
        <Button icon={RotateCcw} onClick={actions.reopen}>
          Reopen
        </Button>
      )}
      {target.isOpen && (
        <Button icon={Check} onClick={() => actions.prompt('done')}>
          Done {actions.hasKeys && <Keys command="case.done" />}
        </Button>
      )}
      {!target.canReopen && (target.isOpen || target.mute !== null) && <MuteButton target={target} actions={actions} />}
      {actions.failure}
    </span>
  );
}

function TakeButton({ target, actions, isPrimary }: Required<CaseActionsBarProps>) {
  const me = usePerson();
  const [first = null] = target.owners;
  const owner = target.owners.length === 1 ? first : null;
  if (owner === null)
    return (
      <Button variant={isPrimary ? 'filled' : 'default'} icon={Hand} onClick={actions.take}>
        {target.count > 1 ? `Take all ${numberText(target.count)}` : 'Take'}{' '}
        {actions.hasKeys && <Keys command="case.take" />}
      </Button>
    );
  const isMine = owner.id === me?.id;
  return (
    <OverflowMenu
      buttonClass={`button ${styles['owner']}`}
      buttonLabel={isMine ? 'Owner: you' : `Owner: ${visibleText(authorWords(owner))}`}
      actions={[
        { id: 'case.take', name: 'Take over', icon: Hand, unavailable: actions.cannotTake, run: actions.take },
        { id: 'case.release', name: 'Release', icon: User, unavailable: null, run: actions.release },
      ]}
    >
      <User size={14} aria-hidden="true" />
      <bdi className={styles['name']}>{isMine ? 'Yours' : visibleText(ownerWords(owner, me))}</bdi>
    </OverflowMenu>
  );
}

function MuteButton({ target, actions }: Omit<CaseActionsBarProps, 'leads'>) {
  const timeText = useTimeText(ZONED_MINUTE);
  if (target.mute === null)
    return (
      <Tooltip label="Mute" {...(actions.hasKeys && { command: 'case.mute' })}>
        <Button className={styles['icon'] ?? ''} aria-label="Mute" onClick={() => actions.prompt('mute')}>
          <BellOff size={14} aria-hidden="true" />
        </Button>
      </Tooltip>
    );
  const words = `Muted ${muteEndWords(target.mute, timeText)}`;
  return (
    <OverflowMenu
      buttonLabel={words}
      buttonClass={`button ${styles['owner']}`}
      actions={[
        { id: 'case.unmute', name: 'Unmute', unavailable: null, run: actions.unmute },
        { id: 'case.mute', name: 'Change mute …', unavailable: null, run: () => actions.prompt('mute') },
      ]}
    >
      <BellOff size={14} aria-hidden="true" />
      <span className={styles['name']}>Muted</span>
    </OverflowMenu>
  );
}

/** Shows only keys that currently run the command; none while a dialog is open or another component uses the key. */
function Keys({ command }: { command: string }) {
  const commands = useCommandList();
  return keysOf(commands, command).map((key) => <Keycap key={key} name={key} />);
}
