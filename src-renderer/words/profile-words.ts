/** What a profile under watch is called. Its name is untrusted: whoever shows it makes visible what hides in it. */
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';

export function profileName({ practice, name }: WatchSnapshot['profile']): string {
  return practice ? 'Simulator' : name;
}
