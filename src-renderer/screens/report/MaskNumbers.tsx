import { Checkbox } from '../../components/dialog/DialogField.tsx';
import { ManagedNote } from '../../components/ManagedNote.tsx';
import { useRequiredMasks } from '../../stores/queries/use-managed.ts';

const MANAGED_ID = 'report-managed';

export interface MaskNumbersProps {
  readonly isMasked: boolean;
  readonly setMasked: (isMasked: boolean) => void;
}

/** Cannot be changed if the fleet policy requires masks. */
export function MaskNumbers({ isMasked, setMasked }: MaskNumbersProps) {
  const isManaged = useRequiredMasks().length > 0;
  return (
    <>
      <Checkbox
        name="Mask numbers"
        checked={isMasked}
        change={setMasked}
        disabled={isManaged}
        {...(isManaged && { describedBy: MANAGED_ID })}
      />
      <ManagedNote id={MANAGED_ID} settings={['masks']} />
    </>
  );
}
