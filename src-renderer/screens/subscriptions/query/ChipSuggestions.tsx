/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   a combobox: the focus stays in its field, which answers the keys; and lines that are more than text have no tags */
import { visibleText } from '../../../text/visible-text.ts';
import type { ChipSuggestion } from './chip-suggestions.ts';
import styles from './ChipsLine.module.css';

export function ChipSuggestions(props: {
  id: string;
  choices: readonly ChipSuggestion[];
  active: ChipSuggestion | null;
  take: (choice: ChipSuggestion) => void;
}) {
  return (
    <div className="scrolls pad-y-1" role="listbox" id={`${props.id}-list`} aria-label="Suggestions">
      {props.choices.map((choice, index) => (
        <div
          key={choice.text}
          id={`${props.id}-${index}`}
          className={styles['choice']}
          role="option"
          aria-selected={choice === props.active}
          onClick={() => props.take(choice)}
        >
          <bdi dir="ltr" className="mono one-line shrinks">
            {visibleText(choice.name)}
          </bdi>
          <span className="meta nowrap">{choice.meaning}</span>
        </div>
      ))}
    </div>
  );
}
