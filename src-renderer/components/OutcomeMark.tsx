/** Shows an outcome. The name is visible or, if the context already says it, only for screen readers. */
import type { Outcome } from '../../src-shared/domain/event/event.ts';
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

export function OutcomeMark({ outcome, word = false }: { outcome: Outcome; word?: boolean }) {
  return (
    <span className={styles['mark']} data-outcome={outcome}>
      <Glyph shape={shapes[outcome]} />
      <span className={word ? undefined : 'visually-hidden'}>{outcomeWords[outcome]}</span>
    </span>
  );
}
