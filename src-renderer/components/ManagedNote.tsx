import type { PolicySettingName } from '../../src-shared/domain/policy/policy-settings.ts';
import { useManaged } from '../stores/queries/use-managed.ts';
import { visibleText } from '../text/visible-text.ts';

/** Says beside locked controls what the organisation allows. `id`: for their `aria-describedby`. */
export function ManagedNote({ id, settings }: { id?: string; settings: readonly PolicySettingName[] }) {
  const words = useManaged(...settings);
  return (
    words !== null && (
      <p className="meta pretty" id={id}>
        {visibleText(words)}
      </p>
    )
  );
}
