/** Profiles, alarms, outlets, links, desktop, appearance and about. Stored files are on `#/data`. */
import { useLayoutEffect } from 'react';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { settingsAddress } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { NEW_PROFILE, defaultProfileId } from '../../stores/profiles-store.ts';
import { useProfiles, useWatch } from '../../stores/use-stores.ts';
import { AboutSection } from './about/AboutSection.tsx';
import { AlarmsSection } from './alarms/AlarmsSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { DamagedProfileSection } from './DamagedProfileSection.tsx';
import { DesktopSection } from './desktop/DesktopSection.tsx';
import { DocumentsSection } from './documents/DocumentsSection.tsx';
import { LinksSection } from './links/LinksSection.tsx';
import { OutletsSection } from './outlets/OutletsSection.tsx';
import { PracticeSection } from './PracticeSection.tsx';
import { ProfileEditor } from './ProfileEditor.tsx';
import { SettingsLayout } from './SettingsLayout.tsx';
import { TeamSection } from './team/TeamSection.tsx';

export function SettingsScreen() {
  const address = useAddress(settingsAddress);
  const { value } = address;
  const entries = useProfiles((state) => state.entries);
  const watched = useWatch(({ shown }) => shown?.profile.id ?? null);
  const isLoaded = useWatch(({ received }) => received !== null) && entries !== null;
  const isNamed = isSection(value.part) || value.profile !== '';
  const id = value.profile === '' ? defaultProfileId(entries ?? [], watched) : value.profile;
  // Stores the default profile in the address, so that another tab, a link and a reload show the same one.
  useLayoutEffect(() => {
    if (isLoaded && !isNamed) address.change({ profile: id }, { replace: true });
  }, [isLoaded, isNamed, id, address]);
  if (isSection(value.part)) {
    const Section = SECTIONS[value.part];
    return (
      <SettingsLayout title="Settings" section={{ kind: value.part }}>
        <Section />
      </SettingsLayout>
    );
  }
  return (
    <SettingsLayout title="Settings" section={{ kind: 'profile', id }}>
      {entries === null ? <EmptyState title="Reading the profiles …" /> : <OneProfile id={id} entries={entries} />}
    </SettingsLayout>
  );
}

const SECTIONS = {
  alarms: AlarmsSection,
  outlets: OutletsSection,
  team: TeamSection,
  links: LinksSection,
  desktop: DesktopSection,
  appearance: AppearanceSection,
  documents: DocumentsSection,
  about: AboutSection,
} as const;

function isSection(part: string): part is keyof typeof SECTIONS {
  return Object.hasOwn(SECTIONS, part);
}

function OneProfile({ id, entries }: { id: string; entries: readonly ProfileEntry[] }) {
  const entry = entries.find((one) => one.id === id) ?? null;
  const hasDraft = useProfiles(({ drafts }) => drafts.has(id));
  const editor = useProfiles(({ editors }) => editors.get(id) ?? id);
  if (entry?.practice === true) return <PracticeSection entry={entry} />;
  if (entry !== null && entry.profile === null) return <DamagedProfileSection entry={entry} />;
  if (entry === null && id !== NEW_PROFILE && !hasDraft)
    return (
      <EmptyState
        urgent
        title="This profile is not on this computer."
        detail="It was deleted, or its link is wrong."
        action={<a href={hrefOf('settings', { profile: NEW_PROFILE })}>Set up a new profile</a>}
      />
    );
  return <ProfileEditor key={editor} id={id} entry={entry} />;
}
