import type { ReactNode } from 'react';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { signalHue, signalShape, signalWord } from '../../components/signal-shape.ts';
import { computeSignal } from '../../signal.ts';
import { useComputedFromWatch } from '../../stores/use-computed.ts';
import styles from './SettingsList.module.css';

export function EntrySignal({ entry: { watch, problem, profile, practice } }: { entry: ProfileEntry }) {
  const signal = useComputedFromWatch((state, now) => {
    const shown = state.received?.snapshot.watches.find((one) => one.watch === watch) ?? null;
    return shown === null ? null : computeSignal({ ...state, shown }, now);
  });
  if (signal === null) {
    const isDamaged = problem !== null || (profile === null && !practice);
    return (
      <Mark hue={isDamaged ? '--failed' : '--quiet'} word={isDamaged ? 'cannot be opened' : 'not watched'}>
        <Glyph shape={isDamaged ? 'triangle' : 'ring'} />
      </Mark>
    );
  }
  return (
    <Mark hue={signalHue(signal)} word={signalWord(signal)}>
      <Glyph shape={signalShape(signal)} />
    </Mark>
  );
}

function Mark({ hue, word, children }: { hue: string; word: string; children: ReactNode }) {
  return (
    <span className={styles['mark']} data-hue={hue}>
      {children}
      <span className="visually-hidden">{word}</span>
    </span>
  );
}
