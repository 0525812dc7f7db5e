/** Popover to choose a grid's columns; also explains how to use the head by pointer and keyboard. */
import { Columns3 } from 'lucide-react';
import { type ComponentProps, memo } from 'react';
import { Button } from '../components/controls/Button.tsx';
import { DropDown } from '../components/overlay/DropDown.tsx';
import { Keycap } from '../components/Keycap.tsx';
import { Tooltip } from '../components/overlay/Tooltip.tsx';
import styles from './ColumnChooser.module.css';
import type { GridColumns } from './use-grid-columns.ts';

export const ColumnChooser = memo(function ColumnChooser({ columns }: { columns: GridColumns<never> }) {
  return (
    <DropDown className={styles['chooser']} button={<Opener />}>
      <fieldset className="stack unpadded flush unbordered">
        <legend className={styles['legend']}>Columns</legend>
        {columns.all.map(({ column, isChosen, canHide }) => (
          <label key={column.id} className={styles['column']}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!canHide}
              onChange={(event) => columns.choose(column.id, event.currentTarget.checked)}
            />
            {column.title}
            {isChosen && !columns.shown.includes(column) && <span className={styles['note']}>no room now</span>}
          </label>
        ))}
      </fieldset>
      <p className={styles['note']}>
        Drag a title to move the column, its edge to resize it. On a title: <Keycap name="Alt" /> <Keycap name="←" />{' '}
        <Keycap name="→" /> move, <Keycap name="Shift" /> <Keycap name="←" /> <Keycap name="→" /> widen.
      </p>
      <Button disabled={columns.isDefault} onClick={() => columns.reset()}>
        Reset columns
      </Button>
    </DropDown>
  );
});

function Opener(props: ComponentProps<'button'>) {
  return (
    <Tooltip label="Choose columns">
      <button type="button" {...props} className={`${styles['opener']} desk-only`} aria-label="Choose columns">
        <Columns3 size={14} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
