import { Check } from 'lucide-react';
import { memo } from 'react';
import type { PermissionQuery } from '../../../src-shared/domain/profile/permission.ts';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { walkCells } from '../../components/walk-cells.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { MatrixRow } from './access-matrix.ts';
import styles from './Matrix.module.css';

interface MatrixLineProps {
  readonly row: MatrixRow;
  readonly columns: readonly string[];
  readonly queriedOperation: string | null;
  /** True if the Tab key focuses the first cell of this row. */
  readonly isStop: boolean;
  readonly setQuery: (right: PermissionQuery) => void;
}

export const MatrixLine = memo(drawLine, (before, after) => {
  // `setQuery` is not compared: it behaves the same for every row and every render.
  return (
    before.row === after.row &&
    before.columns === after.columns &&
    before.queriedOperation === after.queriedOperation &&
    before.isStop === after.isStop
  );
});

function drawLine({
  row: { resource, granted, others },
  columns,
  queriedOperation,
  isStop,
  setQuery,
}: MatrixLineProps) {
  return (
    <tr data-asked={queriedOperation !== null}>
      <Tooltip label={() => visibleText(resource)}>
        <th scope="row" className={styles['resource']}>
          <Untrusted text={resource} truncate="end" />
        </th>
      </Tooltip>
      {columns.map((permission, index) => (
        <td key={permission} className={styles['mark']}>
          <button
            type="button"
            className={styles['cell']}
            tabIndex={isStop && index === 0 ? 0 : -1}
            data-asked={queriedOperation === permission}
            data-held={granted[index] === true}
            aria-label={visibleText(`${permission} on ${resource}: ${granted[index] === true ? 'yes' : 'no'}`)}
            aria-pressed={queriedOperation === permission}
            onKeyDown={walkCells}
            onClick={() => setQuery({ resource, permission })}
          >
            {granted[index] === true && <Check size={16} aria-hidden="true" />}
          </button>
        </td>
      ))}
      <td className={styles['others']}>
        {others === null ? (
          <span className="text-face">its entry is not a list of names</span>
        ) : (
          others.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <span data-asked={queriedOperation === name}>
                <Untrusted text={name} />
              </span>
            </span>
          ))
        )}
      </td>
    </tr>
  );
}
