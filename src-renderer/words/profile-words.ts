/** What a profile under watch is called. Its name is untrusted: whoever shows it makes visible what hides in it. */
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { errorWords } from './error-words.ts';

export function profileName({ practice, name }: WatchSnapshot['profile']): string {
  return practice ? 'Simulator' : name;
}

/** Why it cannot be opened, or could not be last; `null`: nothing is known against it. */
export function watchProblemWords({ problem, profile, practice }: ProfileEntry): string | null {
  if (problem !== null) return errorWords(problem);
  return profile === null && !practice ? 'Its file cannot be understood.' : null;
}
