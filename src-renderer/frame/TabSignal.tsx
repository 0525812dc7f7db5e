/** The signal where the page itself is not seen: the title of its window and the icon of its tab. Draws nothing. */
import { useEffect } from 'react';
import { useNow, useStores, useWatch } from '../stores/use-stores.ts';
import { tokenColour, useTokens } from '../theme/use-tokens.ts';
import { faviconAddress } from './favicon.ts';
import { tabState } from './tab-state.ts';
import { unacknowledgedTotal } from './use-unacknowledged-alarms.ts';

const NAME = 'Watchfloor';

export function TabSignal() {
  const { clock } = useStores();
  const state = useWatch((whole) => whole);
  // Of any watch, not of the one that is shown alone, so it is read anew each second.
  useNow();
  const { words, shape, hue } = tabState(state, clock.read());
  const unseen = unacknowledgedTotal(state);
  const title = `${unseen > 0 ? `(${unseen}) ` : ''}${words} — ${NAME}`;
  const isAlarmed = unseen > 0;
  // Another object where the scheme, and so each colour, is another.
  const tokens = useTokens();
  useEffect(() => {
    document.title = title;
    // Whatever takes this away must not leave a claim behind.
    return () => {
      document.title = NAME;
    };
  }, [title]);

  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (link === null) return undefined;
    const neutral = link.dataset['neutral'] ?? link.href;
    link.dataset['neutral'] = neutral;
    link.href = faviconAddress(shape, tokenColour(hue), tokens.ground, isAlarmed ? tokenColour('--ink') : null);
    return () => {
      link.href = neutral;
    };
  }, [shape, hue, tokens, isAlarmed]);
  return null;
}
