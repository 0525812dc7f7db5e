/** Names of watched profiles. A name is untrusted; the caller passes it through `visibleText`. */
import { PRACTICE_NAME } from '../../src-shared/domain/profile/profile-fields.ts';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { errorWords } from './error-words.ts';

export function profileName({ practice, name }: WatchSnapshot['profile']): string {
  return practice ? PRACTICE_NAME : name;
}

/** Why the profile cannot be watched, or failed last time; null if no problem is known. */
export function watchProblemWords({ problem, profile, practice }: ProfileEntry): string | null {
  if (problem !== null) return errorWords(problem);
  return profile === null && !practice ? 'Its file cannot be read.' : null;
}
