/** Take, Note, Done and Mute as buttons, for what `useOwning` is about. Whose it is stands where Take was. */
import { BellOff, Check, Hand, SquarePen, User } from 'lucide-react';
import { muteEndWords, ownerWords } from '../../../src-shared/words/owning-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { keysOf, useCommandList } from '../../commands/use-commands.ts';
import { usePerson } from '../../stores/use-author.ts';
import { useAppearance, useNow } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../Button.tsx';
import { FoldedMenu } from '../FoldedMenu.tsx';
import { Keycap } from '../Keycap.tsx';
import { Tip } from '../Tip.tsx';
import { timeWords } from './mute-choices.ts';
import type { Owned } from './owned.ts';
import styles from './OwningBar.module.css';
import type { Owning } from './use-owning.tsx';

interface OwningBarProps {
  readonly of: Owned;
  readonly owning: Owning;
  /** Taking it is the next thing to do here. */
  readonly leads?: boolean;
}

export function OwningBar({ of, owning, leads = false }: OwningBarProps) {
  if (owning.isHidden) return null;
  return (
    <span className={styles['bar']}>
      <TakeButton of={of} owning={owning} leads={leads} />
      <Button variant="default" leftSection={<SquarePen size={14} />} onClick={() => owning.ask('note')}>
        Note {owning.hasKeys && <Keys of="case.note" />}
      </Button>
      <Button
        variant="default"
        leftSection={<Check size={14} />}
        disabled={owning.cannotClose !== null}
        onClick={() => owning.ask('done')}
      >
        Done {owning.hasKeys && <Keys of="case.done" />}
      </Button>
      <MuteButton of={of} owning={owning} />
      {owning.questions}
    </span>
  );
}

function TakeButton({ of, owning, leads }: Required<OwningBarProps>) {
  const me = usePerson();
  const [first = null] = of.owners;
  const owner = of.owners.length === 1 ? first : null;
  if (owner === null)
    return (
      <Button variant={leads ? 'filled' : 'default'} leftSection={<Hand size={14} />} onClick={owning.take}>
        {of.count > 1 ? `Take all ${numberText(of.count)}` : 'Take'} {owning.hasKeys && <Keys of="case.take" />}
      </Button>
    );
  const isMine = owner.id === me?.id;
  return (
    <FoldedMenu
      label="Owner"
      buttonClass={`button ${styles['owner']}`}
      buttonLabel={isMine ? 'Owner: you' : `Owner: ${visibleText(owner.name)}`}
      actions={[
        { id: 'case.take', name: 'Take it over', icon: Hand, unavailable: owning.cannotTake, run: owning.take },
        { id: 'case.release', name: 'Give it up', icon: User, unavailable: null, run: owning.release },
      ]}
    >
      <User size={14} aria-hidden="true" />
      <bdi className={styles['name']}>{isMine ? 'Yours' : visibleText(ownerWords(owner, me))}</bdi>
    </FoldedMenu>
  );
}

function MuteButton({ of, owning }: Omit<OwningBarProps, 'leads'>) {
  const zone = useAppearance((appearance) => appearance.zone);
  const now = useNow(60_000);
  if (of.mute === null)
    return (
      <Tip label="Mute" {...(owning.hasKeys && { command: 'case.mute' })}>
        <Button variant="default" className={styles['icon'] ?? ''} aria-label="Mute" onClick={() => owning.ask('mute')}>
          <BellOff size={14} aria-hidden="true" />
        </Button>
      </Tip>
    );
  const words = `Muted ${muteEndWords(of.mute, (at) => timeWords(at, now, zone))}`;
  return (
    <FoldedMenu
      label={words}
      buttonLabel={words}
      buttonClass={`button ${styles['owner']}`}
      actions={[
        { id: 'case.unmute', name: 'End the mute', unavailable: null, run: owning.unmute },
        { id: 'case.mute', name: 'Mute otherwise …', unavailable: null, run: () => owning.ask('mute') },
      ]}
    >
      <BellOff size={14} aria-hidden="true" />
      <span className={styles['name']}>Muted</span>
    </FoldedMenu>
  );
}

/** Only those that really do it now: over a dialog, or where another part has the key, none. */
function Keys({ of }: { of: string }) {
  const commands = useCommandList();
  return keysOf(commands, of).map((key) => <Keycap key={key} name={key} />);
}
