/** What the provider's support gets of cases or events: chosen at the left, seen at the right, saved as one file. */
import type { PackQuery } from '../../../src-shared/api/reports.ts';
import { Dialog } from '../Dialog.tsx';

export interface SupportPackDialogProps {
  readonly of: PackQuery['of'];
  /** What it is about, in a few words: "Package change 0417, 43 failures". */
  readonly about: string;
  readonly close: () => void;
}

export function SupportPackDialog({ about, close }: SupportPackDialogProps) {
  return (
    <Dialog title="Support pack" label="Support pack" about={about} close={close}>
      Reading …
    </Dialog>
  );
}
