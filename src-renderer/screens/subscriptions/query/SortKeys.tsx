/** A click reverses a key; dragging or Alt with arrow keys moves it. Undocumented keys are allowed and marked. */
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import type { SortKey } from '../../../../src-shared/service/search-body.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { sortText } from '../../../words/search-words.ts';
import { AddField } from './AddField.tsx';
import { type Marks, sortKeyParts } from './marks.ts';
import { PartChip } from './PartChip.tsx';
import { withMovedKey, withToggledDirection } from './sort-keys.ts';
import styles from './SortKeys.module.css';

interface SortKeysProps {
  readonly sortBy: readonly SortKey[];
  readonly marks: Marks;
  readonly receivedFields: readonly string[];
}

export function SortKeys({ sortBy, marks, receivedFields }: SortKeysProps) {
  const { searchDraft } = useStores();
  const [dragged, setDragged] = useState<number | null>(null);
  const put = (keys: readonly SortKey[]) => {
    if (keys !== sortBy) searchDraft.change({ sortBy: keys });
  };
  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number): void {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!event.altKey || by === 0) return;
    // Otherwise the browser navigates back or forward.
    event.preventDefault();
    put(withMovedKey(sortBy, index, index + by));
    const target = index + by;
    const chips = event.currentTarget.parentElement?.children;
    const next = chips?.item(target)?.querySelector('button');
    if (next instanceof HTMLElement) next.focus();
  }
  return (
    <>
      <span className={styles['keys']}>
        {sortBy.map((key, index) => (
          <PartChip
            // The same field may occur twice.
            key={index}
            label={`${index + 1} ${sortText(key)}, ${directionWords(key.direction)}. Turn it; Alt and arrows move it`}
            name={index + 1}
            valueText={sortText(key)}
            {...marks(...sortKeyParts(key))}
            press={() => put(withToggledDirection(sortBy, index))}
            remove={() => put(sortBy.toSpliced(index, 1))}
            onKeyDown={(event) => onKeyDown(event, index)}
            draggable={sortBy.length > 1}
            onDragStart={() => setDragged(index)}
            onDragOver={(event: DragEvent) => dragged !== null && event.preventDefault()}
            onDrop={(event: DragEvent) => {
              event.preventDefault();
              if (dragged !== null) put(withMovedKey(sortBy, dragged, index));
              setDragged(null);
            }}
          />
        ))}
      </span>
      <AddField
        marks={marks}
        usedFields={sortBy.map(({ field }) => field)}
        receivedFields={receivedFields}
        add={(field) => put([...sortBy, { field, direction: 'asc' }])}
      />
    </>
  );
}

function directionWords(direction: string): string {
  if (direction === 'asc') return 'ascending';
  return direction === 'desc' ? 'descending' : direction;
}
