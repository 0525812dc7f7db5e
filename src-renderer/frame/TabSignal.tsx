/** The signal where the page itself is not seen: the title of its window and the icon of its tab. Draws nothing. */
import { useEffect } from 'react';
import { signalCharacter } from '../signal.ts';
import { useSignal, useWatch } from '../stores/use-stores.ts';
import { useTokens } from '../theme/use-tokens.ts';
import { faviconAddress, tokenColour } from './favicon.ts';
import { signalHue, signalShape, signalWord } from './signal-shape.ts';

const NAME = 'Watchfloor';

export function TabSignal() {
  const signal = useSignal();
  const notStoring = useWatch(({ shown }) => shown?.storage.kind === 'failing');
  // Another object where the scheme, and so each colour, is another.
  const tokens = useTokens();
  const watching = signal.kind === 'watching';
  const word = signalWord(signal);
  const character = signalCharacter(signal);
  const title =
    notStoring && signal.kind !== 'wire-lost' ? `▲ Not storing · ${word} — ${NAME}` : `${character} ${word} — ${NAME}`;
  useEffect(() => {
    document.title = title;
    // Whatever takes this away must not leave a claim behind.
    return () => {
      document.title = NAME;
    };
  }, [title]);

  const shape = notStoring && watching ? 'triangle' : signalShape(signal);
  const hue = notStoring && watching ? '--failed' : signalHue(signal);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (link === null) return undefined;
    const neutral = link.dataset['neutral'] ?? link.href;
    link.dataset['neutral'] = neutral;
    link.href = faviconAddress(shape, tokenColour(hue), tokens.ground);
    return () => {
      link.href = neutral;
    };
  }, [shape, hue, tokens]);
  return null;
}
