import { useState } from 'react';
import type { PackQuery } from '../../../src-shared/api/reports.ts';
import { useCommand } from '../../commands/use-commands.ts';
import { useIsHidden } from '../../rules/use-page-rules.ts';
import { SupportPackDialog } from './SupportPackDialog.tsx';

/** Adds the key P. `command` is null if the screen has another key for it. */
export function useSupportPack(
  subject: PackQuery['of'] | null,
  description: string,
  command: 'case.pack' | 'request.pack' | null = 'case.pack',
) {
  const [isOpen, setOpen] = useState(false);
  const isHidden = useIsHidden('support-packs');
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
      <SupportPackDialog subject={subject} description={description} close={() => setOpen(false)} />
    ),
  };
}
