/** What can be set: profiles with the editor of one of them, and how the page looks. The files of events are `#/data`. */
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { settingsAddress } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { NEW_PROFILE } from '../../stores/profiles-store.ts';
import { useProfiles, useWatch } from '../../stores/use-stores.ts';
import { AppearancePart } from './AppearancePart.tsx';
import { DamagedPart } from './DamagedPart.tsx';
import { PracticePart } from './PracticePart.tsx';
import { ProfileEditor } from './ProfileEditor.tsx';
import { SettingsLayout } from './SettingsLayout.tsx';

export function SettingsScreen() {
  const { value } = useAddress(settingsAddress);
  const entries = useProfiles((state) => state.entries);
  const watched = useWatch(({ shown }) => shown?.profile.id ?? null);
  if (value.part === 'appearance')
    return (
      <SettingsLayout title="Settings" place={{ kind: 'appearance' }}>
        <AppearancePart />
      </SettingsLayout>
    );
  const id = value.profile === '' ? usualProfile(entries ?? [], watched) : value.profile;
  return (
    <SettingsLayout title="Settings" place={{ kind: 'profile', id }}>
      {entries === null ? <EmptyState title="Reading the profiles …" /> : <OneProfile id={id} entries={entries} />}
    </SettingsLayout>
  );
}

/** The one that is shown, else the first; where there is none, a new one. */
function usualProfile(entries: readonly ProfileEntry[], watched: string | null): string {
  const usual = entries.find(({ id }) => id === watched) ?? entries.find(({ practice }) => !practice);
  return usual?.id ?? NEW_PROFILE;
}

function OneProfile({ id, entries }: { id: string; entries: readonly ProfileEntry[] }) {
  const entry = entries.find((one) => one.id === id) ?? null;
  const hasDraft = useProfiles(({ drafts }) => drafts.has(id));
  const editor = useProfiles(({ editors }) => editors.get(id) ?? id);
  if (entry?.practice === true) return <PracticePart entry={entry} />;
  if (entry !== null && entry.profile === null) return <DamagedPart entry={entry} />;
  if (entry === null && id !== NEW_PROFILE && !hasDraft)
    return (
      <EmptyState
        urgent
        title="This profile is not kept on this computer."
        detail="It was deleted, or its address was mistyped."
        action={<a href={hrefOf('settings', { profile: NEW_PROFILE })}>Set up a new profile</a>}
      />
    );
  return <ProfileEditor key={editor} id={id} entry={entry} />;
}
