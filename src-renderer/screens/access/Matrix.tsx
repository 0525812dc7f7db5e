/**
 * The table is one tab stop; arrow keys move between cells. Only the first resources are drawn; a search reaches all.
 */
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AccessReport } from '../../../src-shared/api/access.ts';
import { type PermissionQuery, printPermission } from '../../../src-shared/domain/profile/permission.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { accessAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { Panel } from '../../components/Panel.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { permissionCountsText } from '../../words/access-words.ts';
import { mostFrequentNames, drawnResources, matchingResources, matrixRow } from './access-matrix.ts';
import styles from './Matrix.module.css';
import { MatrixLine } from './MatrixLine.tsx';

/** Drawing this many takes some tens of milliseconds. Each click on "more" draws as many again. */
const RESOURCES_PER_STEP = 200;

export function Matrix({ report, query }: { report: AccessReport; query: PermissionQuery }) {
  const { resources } = report;
  const address = useAddress(accessAddress);
  const [text, setText] = useState('');
  const [maxResources, setMaxResources] = useState(RESOURCES_PER_STEP);
  const columns = useMemo(() => mostFrequentNames(resources), [resources]);
  const found = useMemo(() => matchingResources(resources, text), [resources, text]);
  const drawn = useMemo(
    () => drawnResources(found, maxResources, query.resource),
    [found, maxResources, query.resource],
  );
  const rows = useMemo(() => drawn.map((resource) => matrixRow(resource, columns)), [drawn, columns]);
  const setQuery = (right: PermissionQuery) => address.change({ can: printPermission(right) }, { replace: true });
  const isQueryDrawn = rows.some(({ resource }) => resource === query.resource);

  return (
    <Panel
      flush
      title={
        <>
          Permissions <span className="quiet regular">{permissionCountsText(report)}</span>
        </>
      }
      headExtra={
        <label className={styles['find']}>
          <Search size={14} aria-hidden="true" />
          <input
            className="text-field"
            type="search"
            aria-label="Find a permission"
            placeholder="Find a permission"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
      }
    >
      {rows.length === 0 ? (
        <p className={styles['none']}>
          {resources.length === 0
            ? 'The answer lists no permissions: this token can do nothing that needs one.'
            : 'No resource or permission has this in its name.'}
        </p>
      ) : (
        <div className={styles['scroll']}>
          <table className={styles['matrix']} aria-label="Permissions">
            <thead>
              <tr>
                <th scope="col" className={styles['resource']}>
                  Resource
                </th>
                {columns.map((name) => (
                  <Tooltip key={name} label={() => visibleText(name)}>
                    <th scope="col" className={styles['mark']}>
                      <Untrusted text={name} truncate="end" />
                    </th>
                  </Tooltip>
                ))}
                <th scope="col">Others</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <MatrixLine
                  key={row.resource}
                  row={row}
                  columns={columns}
                  queriedOperation={row.resource === query.resource ? query.permission : null}
                  isStop={isQueryDrawn ? row.resource === query.resource : index === 0}
                  setQuery={setQuery}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {drawn.length < found.length && (
        <p className={styles['more']}>
          {numberText(drawn.length)} of {numberText(found.length)} resources.{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => setMaxResources(maxResources + RESOURCES_PER_STEP)}
          >
            {numberText(Math.min(RESOURCES_PER_STEP, found.length - drawn.length))} more
          </button>
        </p>
      )}
    </Panel>
  );
}
