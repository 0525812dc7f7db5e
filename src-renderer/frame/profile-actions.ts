/**
 * What can be done with the profiles of this computer from anywhere: in the rail's menu and in Ctrl+K, by the same names.
 * Decides only. A profile is said by its name; which of two that have the same, their editors tell.
 */
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { visibleText } from '../text/visible-text.ts';
import { watchProblemWords } from '../words/profile-words.ts';

export type ProfileAction = {
  /** Of its command. */
  readonly id: string;
  readonly name: string;
  /** Why it cannot be done now; `null`: it can. */
  readonly unavailable: string | null;
} & ({ readonly kind: 'watch' | 'unwatch'; readonly profile: ProfileId } | { readonly kind: 'new' });

/** Those that can be watched first, then those that are. @param isLost the backend does not answer */
export function profileActions(entries: readonly ProfileEntry[], isLost: boolean): readonly ProfileAction[] {
  const ofKind = (kind: 'watch' | 'unwatch', verb: string): ProfileAction[] =>
    entries
      .filter(({ watch }) => (watch === null) === (kind === 'watch'))
      .map((entry) => ({
        kind,
        profile: entry.id,
        id: `profile.${kind}.${entry.id}`,
        name: `${verb} ${entry.practice ? 'the simulator' : visibleText(entry.name)}`,
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
