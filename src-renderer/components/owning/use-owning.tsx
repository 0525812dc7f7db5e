/**
 * Take, note, done and mute as commands, with the questions that they ask: for whatever is chosen on a screen. It draws
 * nothing of its own but those questions; `OwningBar.tsx` has the buttons. Hidden where the profile's rules hide it.
 */
import { BellOff, Check, Hand, SquarePen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Author, Deed } from '../../../src-shared/domain/case-fact.ts';
import type { Command } from '../../commands/command.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { useIsHidden } from '../../rules/use-rules.ts';
import { usePerson } from '../../stores/use-author.ts';
import { visibleText } from '../../text/visible-text.ts';
import { troubleWords } from '../../words/error-words.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { type AskedDeed, DeedDialog } from './DeedDialog.tsx';
import type { Owned } from './owned.ts';
import { useAct } from './use-act.ts';

export interface Owning {
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
  readonly ask: (deed: AskedDeed) => void;
  /** The questions; put them anywhere, they lie over the page. */
  readonly questions: ReactNode;
}

/**
 * @param of what the actions act on; `null`: nothing is chosen
 * @param hasKeys whether the keys act on it too: exactly one per screen has them
 */
export function useOwning(of: Owned | null, hasKeys = true): Owning {
  const isHidden = useIsHidden('own-cases');
  const me = usePerson();
  const { act, isActing, trouble, forgetTrouble } = useAct();
  /** What the question is about stays, whatever is chosen meanwhile. */
  const [asked, setAsked] = useState<{ readonly deed: AskedDeed; readonly of: Owned } | null>(null);
  const cannot = of === null ? 'Choose a case or a group first.' : null;
  const cannotTake = cannot ?? (of !== null && isMine(of.owners, me) ? 'It is yours already.' : null);
  const cannotClose = cannot ?? (of !== null && !of.isOpen ? 'It is closed already.' : null);
  const doing = (deed: Deed) => () => {
    if (of !== null) void act(of.subjects, deed);
  };
  const owning = {
    isHidden,
    hasKeys,
    cannotTake,
    cannotClose,
    take: doing({ kind: 'take' }),
    release: doing({ kind: 'release' }),
    unmute: doing({ kind: 'unmute' }),
    ask(deed: AskedDeed) {
      forgetTrouble();
      if (of !== null) setAsked({ deed, of });
    },
  };
  useCommands(isHidden || !hasKeys ? [] : commandsOf(owning, cannot));
  const questions =
    asked !== null ? (
      <DeedDialog
        asked={asked.deed}
        of={asked.of}
        isActing={isActing}
        trouble={trouble}
        act={(deed, text) => act(asked.of.subjects, deed, text)}
        close={() => setAsked(null)}
      />
    ) : (
      trouble !== null && (
        <Dialog
          title="It could not be stored"
          label="It could not be stored"
          close={forgetTrouble}
          buttons={<Button onClick={forgetTrouble}>Close</Button>}
        >
          <p role="alert">{visibleText(troubleWords(trouble))}</p>
        </Dialog>
      )
    );
  return { ...owning, questions };
}

function isMine(owners: readonly (Author | null)[], me: Author | null): boolean {
  return me !== null && owners.length === 1 && owners[0]?.id === me.id;
}

function commandsOf(owning: Omit<Owning, 'questions'>, cannot: string | null): readonly Command[] {
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
      run: () => owning.ask('note'),
    },
    {
      id: 'case.done',
      title: 'Close it as done',
      group,
      keys: ['D'],
      icon: Check,
      unavailable: owning.cannotClose,
      run: () => owning.ask('done'),
    },
    {
      id: 'case.mute',
      title: 'Mute it',
      group,
      keys: ['M'],
      icon: BellOff,
      unavailable: cannot,
      run: () => owning.ask('mute'),
    },
  ];
}
