/** An outcome as shape, colour and word. */
import type { Outcome } from '../../src-shared/domain/event.ts';
import { outcomeWords } from '../words/outcome-words.ts';
import { Glyph, type GlyphShape } from './Glyph.tsx';
import styles from './OutcomeMark.module.css';

const shapes: Record<Outcome, GlyphShape> = {
  succeeded: 'dot',
  failed: 'triangle',
  partial: 'half-triangle',
  'in-progress': 'quarter',
  unknown: 'question',
};

export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  return (
    <span className={styles['mark']} data-outcome={outcome}>
      <Glyph shape={shapes[outcome]} />
      <span>{outcomeWords[outcome]}</span>
    </span>
  );
}
