import { useEffect } from 'react';
import { useComputedFromWatch } from '../../stores/use-computed.ts';
import { tokenColour, useTokens } from '../../theme/use-tokens.ts';
import { faviconAddress } from './favicon.ts';
import { tabState, unacknowledgedTotal } from './tab-state.ts';

const NAME = 'Watchfloor';

export function TabSignal() {
  const { words, shape, hue, unseen } = useComputedFromWatch((state, now) => ({
    ...tabState(state, now),
    unseen: unacknowledgedTotal(state),
  }));
  const title = `${unseen > 0 ? `(${unseen}) ` : ''}${words} — ${NAME}`;
  const isAlarmed = unseen > 0;
  // The object changes with the colour scheme, so the icon is drawn again.
  const tokens = useTokens();
  useEffect(() => {
    document.title = title;
    // Removes the claim from the title when the component unmounts.
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
