import { AppearanceChoices } from '../../components/controls/AppearanceButton.tsx';
import { choices } from '../../components/controls/choices.ts';
import { RadioGroup } from '../../components/controls/RadioGroup.tsx';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import { PersonSection } from './PersonSection.tsx';
import { SectionHead, SectionSheet } from './SectionSheet.tsx';

const keyNames = { all: 'All', ctrl: 'Only with Ctrl, and named keys such as Enter' };
const undoNames = { short: 'For ten seconds', kept: 'Until closed' };

export function AppearanceSection() {
  const { appearance } = useStores();
  const singleKeys = useAppearance((state) => state.singleKeys);
  const keepsUndo = useAppearance((state) => state.keepsUndo);
  return (
    <SectionSheet label="Appearance">
      <SectionHead title="Appearance" intro="Stored in this browser, for every profile." />
      <div className="grid gap-4">
        <AppearanceChoices />
        <RadioGroup
          label="Keys"
          options={choices(keyNames)}
          value={singleKeys ? 'all' : 'ctrl'}
          choose={(choice) => appearance.change({ singleKeys: choice === 'all' })}
        />
        <RadioGroup
          label="Offer to undo"
          options={choices(undoNames)}
          value={keepsUndo ? 'kept' : 'short'}
          choose={(choice) => appearance.change({ keepsUndo: choice === 'kept' })}
        />
        <PersonSection />
      </div>
    </SectionSheet>
  );
}
