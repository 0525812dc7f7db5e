/** Gives the input its width, underlines a mistake, shows the rest of a suggestion, and positions words. */
import type { Mistake } from './query-editing.ts';
import styles from './MirroredText.module.css';

interface MirroredTextProps {
  readonly draft: string;
  readonly caret: number;
  /** Start of the term that contains the caret. */
  readonly from: number;
  readonly mistake: Mistake | null;
  readonly ghost: string;
}

export function MirroredText({ draft, caret, from, mistake, ghost }: MirroredTextProps) {
  const wrong = mistake === null ? [] : [mistake.at, mistake.at + mistake.length];
  const cuts = [...new Set([0, from, caret, ...wrong])]
    .filter((cut) => cut <= draft.length)
    .toSorted((one, other) => one - other);
  return (
    <span className={styles['text']} aria-hidden="true">
      {cuts.map((cut, index) => (
        <span
          key={cut}
          data-word={cut === from || undefined}
          data-caret={cut === caret || undefined}
          data-mistake={(mistake !== null && cut >= mistake.at && cut < mistake.at + mistake.length) || undefined}
        >
          {draft.slice(cut, cuts[index + 1])}
        </span>
      ))}
      <span className="quiet">{ghost}</span>
    </span>
  );
}
