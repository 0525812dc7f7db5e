import { useState } from 'react';
import type { PackQuery } from '../../../src-shared/api/reports.ts';
import { useCommand } from '../../commands/use-commands.ts';
import { useIsHidden } from '../../rules/use-page-rules.ts';
import { LaterDialog, laterPart } from '../later-part.tsx';
import type { SupportPackViewProps } from './SupportPackView.tsx';

const { Part, provide } = laterPart<SupportPackViewProps>();

export const provideSupportPack = provide;

/** Adds the key P. `command` is null if the screen has another key for it. */
export function useSupportPack(
  subject: PackQuery['of'] | null,
  description: string,
  command: 'case.pack' | 'request.pack' | null = 'case.pack',
) {
  const [isOpen, setOpen] = useState(false);
  const isHidden = useIsHidden('support-packs');
  const close = () => setOpen(false);
  const unavailable = subject === null ? 'The request is not loaded yet.' : null;
  const title = 'Prepare a support pack';
  useCommand(
    isHidden || command === null
      ? null
      : { id: command, title, group: 'Case', keys: ['P'], unavailable, run: () => setOpen(true) },
  );
  return {
    /** Null if the page rules hide support packs. */
    prepare: isHidden ? null : () => setOpen(true),
    dialog: isOpen && subject !== null && (
      <Part
        subject={subject}
        description={description}
        close={close}
        otherwise={<LaterDialog label="Support pack" close={close} />}
      />
    ),
  };
}
