import type { RequestResource } from '../../../../src-shared/api/cases.ts';
import { onlyValue } from '../../../../src-shared/domain/filter/filter-edit.ts';
import type { ValueField } from '../../../../src-shared/domain/filter/filter.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Glyph } from '../../../components/Glyph.tsx';
import type { GridColumn } from '../../../grid/grid-model.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import styles from './RequestPane.module.css';

export const resourceColumns: readonly GridColumn<RequestResource>[] = [
  {
    id: 'state',
    title: 'State',
    icon: <Glyph shape="ring" />,
    width: { px: 16 },
    priority: 10,
    cell: (row) => <State row={row} />,
  },
  { id: 'code', title: 'Code', width: { px: 48 }, priority: 9, cell: (row) => <CodeOf row={row} /> },
  {
    id: 'iccid',
    title: 'ICCID',
    width: { share: 3, min: 152, max: 190 },
    priority: 11,
    cell: ({ iccid }) => <Id field="iccid" name="ICCID" value={iccid} />,
  },
  {
    id: 'imsi',
    title: 'IMSI',
    width: { share: 2, min: 122, max: 160 },
    priority: 8,
    cell: ({ imsi }) => <Id field="imsi" name="IMSI" value={imsi} quiet />,
  },
  {
    id: 'msisdn',
    title: 'MSISDN',
    width: { share: 2, min: 112, max: 160 },
    priority: 7,
    fillsRemainder: true,
    cell: ({ msisdn }) => <Id field="msisdn" name="MSISDN" value={msisdn} quiet />,
  },
  {
    id: 'sentence',
    title: 'Provider says',
    width: { share: 4, min: 200 },
    priority: 4,
    cell: ({ sentence }) => (sentence === null ? null : <Untrusted className="meta" text={sentence} truncate="end" />),
  },
  {
    id: 'target',
    title: 'Target',
    width: { px: 110 },
    priority: 3,
    isOptional: true,
    cell: ({ target }) => (target === null ? null : <Untrusted text={target} truncate="end" />),
  },
  {
    id: 'resource',
    title: 'Resource',
    width: { px: 150 },
    priority: 2,
    isOptional: true,
    cell: ({ resourceId }) => <Id field="resource" name="Resource" value={resourceId} quiet />,
  },
];

/** An undocumented state is unknown, not successful. */
function State({ row: { failed, state } }: { row: RequestResource }) {
  const outcome = failed ? 'failed' : state === 'COMPLETED' ? 'succeeded' : 'unknown';
  return (
    <Tooltip label={() => (state === null ? 'State not given' : visibleText(state))}>
      <span className="row">
        <OutcomeMark outcome={outcome} />
      </span>
    </Tooltip>
  );
}

function CodeOf({ row: { code, type, sentence, failed } }: { row: RequestResource }) {
  if (code === null) return failed ? <span className="meta">none</span> : null;
  const tip = [[type, code].filter((part) => part !== null).join(' '), sentence].filter((part) => part !== null);
  return (
    <Tooltip label={() => tip.map((part) => visibleText(part)).join('\n')}>
      <code className={styles['id']}>
        <Untrusted text={code} truncate="end" />
      </code>
    </Tooltip>
  );
}

interface IdProps {
  readonly field: ValueField;
  readonly name: string;
  readonly value: string | null;
  readonly quiet?: boolean;
}

function Id({ field, name, value, quiet = false }: IdProps) {
  if (value === null) return <span className="meta">–</span>;
  return (
    <Tooltip label={() => `All stored events of ${name} ${visibleText(value)}`}>
      <a
        className={`${styles['id']} underlines${quiet ? ' quiet' : ''}`}
        // Not a tab stop: the details of the marked resource have the same link.
        tabIndex={-1}
        href={hrefOf('timeline', { filter: onlyValue(field, value) })}
      >
        <Untrusted text={value} truncate="end" />
      </a>
    </Tooltip>
  );
}
