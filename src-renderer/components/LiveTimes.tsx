/** Parts of the frame that change every second. They are leaf components so that nothing else renders again. */
import { useNow } from '../stores/use-stores.ts';
import { useTimeText } from '../stores/use-time-text.ts';
import { ageText } from '../time/time-text.ts';

export function Age({ since }: { since: number }) {
  const now = useNow();
  return <>{ageText(now - since)}</>;
}

export function Since({ at }: { at: number }) {
  return <>since {useTimeText({ zoned: true })(at)}</>;
}

export function NextTry({ at }: { at: number }) {
  const now = useNow();
  const seconds = Math.ceil((at - now) / 1_000);
  return <>{seconds > 0 ? `next try in ${seconds} s` : 'trying now'}</>;
}
