import { AppearanceChoices } from '../../components/controls/AppearanceButton.tsx';
import { PersonSection } from './PersonSection.tsx';
import { SectionHead, SectionSheet } from './SectionSheet.tsx';

export function AppearanceSection() {
  return (
    <SectionSheet label="Appearance">
      <SectionHead title="Appearance" intro="Stored in this browser, for every profile." />
      <div className="grid gap-4">
        <AppearanceChoices />
        <PersonSection />
      </div>
    </SectionSheet>
  );
}
