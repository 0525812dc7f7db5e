import { withoutFieldPrefix } from '../../../../src-shared/service/search-body.ts';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { DialogTextInput } from '../../../components/dialog/DialogField.tsx';
import { DropDown } from '../../../components/overlay/DropDown.tsx';
import { useAppearance } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { notAcceptedText } from '../../../words/search-words.ts';
import styles from './AddField.module.css';
import { fieldOf, offeredFields, SORTABLE } from './field-names.ts';
import type { Marks } from './marks.ts';

interface AddFieldProps {
  readonly marks: Marks;
  readonly usedFields: readonly string[];
  readonly receivedFields: readonly string[];
  readonly add: (field: string) => void;
}

/** Other fields must be typed. */
const MAX_SUGGESTIONS = 12;

export function AddField({ marks, usedFields, receivedFields, add }: AddFieldProps) {
  const [opened, setOpened] = useState(false);
  const [written, setWritten] = useState('');
  const zone = useAppearance((state) => state.zone);
  const query = written.trim().toLowerCase();
  const offered = offeredFields(receivedFields)
    .filter((field) => !usedFields.includes(field) && withoutFieldPrefix(field).toLowerCase().includes(query))
    .slice(0, MAX_SUGGESTIONS);
  const choose = (field: string) => {
    setOpened(false);
    setWritten('');
    add(field);
  };
  function remark(field: string): string {
    const { refused } = marks(['sort-field', field]);
    if (refused !== null) return notAcceptedText(refused, zone);
    return field === SORTABLE ? '' : 'not documented';
  }
  return (
    <DropDown
      opened={opened}
      setOpened={setOpened}
      padding="0"
      button={
        <button type="button" className="quiet-button" data-size="small">
          <Plus size={14} aria-hidden="true" /> Field
        </button>
      }
    >
      <form
        className={styles['write']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          event.stopPropagation();
          const [only] = offered;
          if (query !== '') choose(offered.length === 1 && only !== undefined ? only : fieldOf(written));
        }}
      >
        <span className="meta pad-2" aria-hidden="true">
          Sort by
        </span>
        <DialogTextInput mono label="Name of a field" value={written} change={setWritten} maxLength={200} />
      </form>
      <ul className={styles['list']}>
        {offered.map((field) => (
          <li key={field}>
            <button type="button" className="menu-item" onClick={() => choose(field)}>
              <bdi dir="ltr" className={`mono one-line ${styles['name']}`}>
                {visibleText(withoutFieldPrefix(field))}
              </bdi>
              <span className="meta">{remark(field)}</span>
            </button>
          </li>
        ))}
        {offered.length === 0 && <li className="meta pad-2">Enter sorts by this name.</li>}
      </ul>
    </DropDown>
  );
}
