import { ArrowLeft, type LucideIcon, Pencil } from 'lucide-react';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { PRACTICE_NAME } from '../../../src-shared/domain/profile/profile-fields.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { isDirty } from '../../stores/profile-draft.ts';
import { NEW_PROFILE } from '../../stores/profiles-store.ts';
import { useProfiles, useWatch } from '../../stores/use-stores.ts';
import { EntrySignal } from './EntrySignal.tsx';
import styles from './SettingsList.module.css';
import { useSettingsParts } from './use-settings-parts.ts';

export type SettingsSection =
  /** `id`: a profile id or `NEW_PROFILE`. */
  | { readonly kind: 'profile'; readonly id: string }
  | {
      readonly kind:
        | 'alarms'
        | 'outlets'
        | 'team'
        | 'links'
        | 'desktop'
        | 'appearance'
        | 'documents'
        | 'about'
        | 'data';
    };

export function SettingsList({ section }: { section: SettingsSection }) {
  const entries = useProfiles((state) => state.entries) ?? [];
  const isWatching = useWatch(({ shown }) => shown !== null);
  const [profiles, ...others] = useSettingsParts();
  const shown = section.kind === 'profile' ? section.id : null;
  return (
    <nav className={styles['list']} aria-label="Settings">
      {!isWatching && <Part href={hrefOf('timeline')} name="First steps" icon={ArrowLeft} />}
      <Part href={profiles.href} name={profiles.title} icon={profiles.icon} isOpen={section.kind === 'profile'} />
      <ul className={styles['profiles']} aria-label="Profiles">
        {entries.map((entry) => (
          <li key={entry.id}>
            <ProfileLink entry={entry} isShown={entry.id === shown} />
          </li>
        ))}
        <li>
          <a
            className={styles['profile']}
            href={hrefOf('settings', { profile: NEW_PROFILE })}
            aria-current={shown === NEW_PROFILE ? 'page' : undefined}
          >
            <span className={styles['mark']} data-small>
              <Glyph shape="ring" />
            </span>
            <span className={styles['name']}>New profile</span>
            <Unsaved id={NEW_PROFILE} />
          </a>
        </li>
      </ul>
      {others.map(({ name, title, icon, href }) => (
        <Part key={name} href={href} name={title} icon={icon} isShown={section.kind === name} />
      ))}
    </nav>
  );
}

function Part(props: { href: string; name: string; icon: LucideIcon; isShown?: boolean; isOpen?: boolean }) {
  const { href, name, icon: Icon, isShown = false, isOpen = false } = props;
  return (
    <a className={styles['entry']} href={href} aria-current={isShown ? 'page' : undefined} data-open={isOpen}>
      <Icon size={16} aria-hidden="true" />
      <span>{name}</span>
    </a>
  );
}

function ProfileLink({ entry, isShown }: { entry: ProfileEntry; isShown: boolean }) {
  return (
    <a
      className={styles['profile']}
      href={hrefOf('settings', { profile: entry.id })}
      aria-current={isShown ? 'page' : undefined}
    >
      <EntrySignal entry={entry} />
      <span className={styles['name']}>
        {entry.practice ? PRACTICE_NAME : <Untrusted text={entry.name} truncate="end" />}
      </span>
      <Unsaved id={entry.id} />
    </a>
  );
}

function Unsaved({ id }: { id: string }) {
  const isUnsaved = useProfiles(({ drafts }) => {
    const draft = drafts.get(id);
    return draft !== undefined && isDirty(draft);
  });
  return isUnsaved ? (
    <span className="fixed flex relative loud">
      <Pencil size={12} aria-hidden="true" />
      <span className="visually-hidden">not saved</span>
    </span>
  ) : null;
}
