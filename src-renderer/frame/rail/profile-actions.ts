/** Actions on profiles, with the same names in the rail's menu and in Ctrl+K. Pure. */
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { PRACTICE_NAME } from '../../../src-shared/domain/profile/profile-fields.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { visibleText } from '../../text/visible-text.ts';
import { watchProblemWords } from '../../words/profile-words.ts';

export type ProfileAction = {
  readonly id: string;
  readonly name: string;
  readonly unavailable: string | null;
} & ({ readonly kind: 'watch' | 'unwatch'; readonly profile: ProfileId } | { readonly kind: 'new' });

/** Returns profiles to watch first, then watched ones. @param isLost true if the backend does not answer */
export function profileActions(entries: readonly ProfileEntry[], isLost: boolean): readonly ProfileAction[] {
  const ofKind = (kind: 'watch' | 'unwatch', verb: string): ProfileAction[] =>
    entries
      .filter(({ watch }) => (watch === null) === (kind === 'watch'))
      .map((entry) => ({
        kind,
        profile: entry.id,
        id: `profile.${kind}.${entry.id}`,
        name: `${verb} ${entry.practice ? PRACTICE_NAME : visibleText(entry.name)}`,
        unavailable: isLost
          ? 'Watchfloor does not answer.'
          : kind === 'watch' && entry.profile === null
            ? watchProblemWords(entry)
            : null,
      }));
  return [
    ...ofKind('watch', 'Watch'),
    ...ofKind('unwatch', 'Stop watching'),
    { kind: 'new', id: 'profile.new', name: 'New profile', unavailable: null },
  ];
}
