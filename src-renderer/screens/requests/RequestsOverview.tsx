/** The failed resources of open requests by company and failure group. Each number opens its requests. */
import type { CSSProperties } from 'react';
import { parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import type { ValueCount } from '../../../src-shared/api/cases.ts';
import { changeName } from '../../../src-shared/words/case-words.ts';
import { requestCauseWords } from '../../../src-shared/words/request-cause-words.ts';
import { counted, numberText } from '../../../src-shared/words/store-words.ts';
import { LastReported } from '../../components/LastReported.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { walkCells } from '../../components/walk-cells.ts';
import { listedOpen } from '../../stores/queries/case-source.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useBoard, useStores } from '../../stores/use-stores.ts';
import { openSpan } from '../../words/group-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { type MatrixCell, type MatrixLine, requestMatrix } from './request-matrix.ts';
import styles from './RequestsOverview.module.css';

const TITLE = 'Where requests fail';

export function RequestsOverview() {
  const { cases } = useStores().backend;
  const board = useBoard((state) => state.board);
  const { value } = useWatchQuery<ValueCount[]>(
    'company and cause',
    ({ watch }) => cases.values.query({ watch, ...listedOpen('request', null, ''), by: 'company', across: 'cause' }),
    { revision: board },
  );
  if (value === null || value.length === 0) return null;
  const { all, companies, groups } = requestMatrix(value);
  const largest = Math.max(1, ...companies.flatMap(({ cells }) => cells.map((cell) => cell?.failedResources ?? 0)));
  return (
    <section aria-label={TITLE}>
      <header className={styles['head']}>
        <h2 className="small strong">{TITLE}</h2>
        <span className="meta">
          failed resources in open requests, by company and most frequent code ·{' '}
          <LastReported {...openSpan(board, 'request')} />
        </span>
      </header>
      <ScrollRegion label={`${TITLE}: table`} className={styles['scroll']}>
        <table className={styles['matrix']} aria-label={TITLE}>
          <thead>
            <tr>
              <th scope="col">Company</th>
              <th scope="col">All</th>
              {groups.map((group, index) => (
                <GroupHead key={index} name={group.name} />
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">All</th>
              <Cell cell={all} isStop />
              {groups.map((group, index) => (
                <Cell key={index} cell={group.all} />
              ))}
            </tr>
            {companies.map(({ name, all: ofCompany, cells }, index) => (
              <tr key={index}>
                <th scope="row">
                  {name.kind === 'others' ? (
                    counted(name.count, 'other')
                  ) : name.value === null ? (
                    'not given'
                  ) : (
                    <Untrusted text={name.value} truncate="end" />
                  )}
                </th>
                <Cell cell={ofCompany} />
                {cells.map((cell, column) => (
                  <Cell key={column} cell={cell} largest={largest} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function GroupHead({ name }: Pick<MatrixLine, 'name'>) {
  if (name.kind === 'others') return <th scope="col">{counted(name.count, 'other')}</th>;
  const cause = name.value === null ? null : parseCauseKey(name.value);
  if (cause === null) return <th scope="col">not known</th>;
  return (
    <Tooltip label={() => visibleText(requestCauseWords(cause).title)}>
      <th scope="col">
        <Untrusted as="code" className="mono-face" text={cause.code ?? 'no code'} truncate="end" />{' '}
        <Untrusted className="meta" text={changeName(cause.operation)} truncate="end" />
      </th>
    </Tooltip>
  );
}

/** @param largest number of the table; the totals have none and no colour */
function Cell({ cell, largest, isStop = false }: { cell: MatrixCell | null; largest?: number; isStop?: boolean }) {
  if (cell === null) return <td className="quiet">–</td>;
  const { failedResources, requests, href } = cell;
  const style: CSSProperties & Record<'--share', number> = {
    '--share': largest === undefined ? 0 : failedResources / largest,
  };
  return (
    <td>
      <a className={styles['cell']} style={style} href={href} tabIndex={isStop ? 0 : -1} onKeyDown={walkCells}>
        {/* "?": no report says how many failed. */}
        <b>{failedResources === 0 ? '?' : numberText(failedResources)}</b>
        <span className="meta">
          {` in ${numberText(requests)}`}
          <span className="visually-hidden">{requests === 1 ? ' request' : ' requests'}</span>
        </span>
      </a>
    </td>
  );
}
