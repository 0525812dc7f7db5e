import { History } from 'lucide-react';
import { useMemo } from 'react';
import type { RowsView } from '../../../../src-shared/api/searches.ts';
import { FAILURE_DAYS, FAILURES_FIELD } from '../../../../src-shared/domain/rows-find.ts';
import { HOUR_MS } from '../../../../src-shared/lib/durations.ts';
import { type SortKey, withoutFieldPrefix } from '../../../../src-shared/service/search-body.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import type { GridColumn } from '../../../grid/grid-model.ts';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useNow } from '../../../stores/use-stores.ts';
import { bothZonesText, fullTimeText, isoText, type Zone, zoneText } from '../../../time/time-text.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ID_FIELD, isDocumented } from './chosen-columns.ts';
import { FailuresCell } from './FailuresCell.tsx';
import type { ResultRow } from './result-list.ts';

interface ResultColumns {
  readonly fields: readonly string[];
  readonly hasFailures: boolean;
  readonly sort: RowsView['sort'];
  readonly sortBy: readonly SortKey[];
  readonly reorder: (field: string) => void;
  /** True if rows that did not come again are marked, because the current pass has ended. */
  readonly marksEarlier: boolean;
}

const titles: Readonly<Record<string, string>> = {
  iotSubscriptionId: 'Subscription',
  subscriptionType: 'Type',
  domainId: 'Domain',
};
const widths: Readonly<Record<string, GridColumn<ResultRow>['width']>> = {
  iotSubscriptionId: { share: 1, min: 108, max: 290 },
  subscriptionType: { px: 72 },
  domainId: { share: 2, min: 150, max: 260 },
  lastModifiedAt: { px: 180 },
};

export function useResultColumns(options: ResultColumns): readonly GridColumn<ResultRow>[] {
  const zone = useAppearance((state) => state.zone);
  // Changes with daylight saving time.
  const zoneName = zoneText(useNow(HOUR_MS), zone);
  const { fields, hasFailures, sort, sortBy, reorder, marksEarlier } = options;
  return useMemo(() => {
    const columns = fields.map((name, index): GridColumn<ResultRow> => {
      const title = name === 'lastModifiedAt' ? `Last modified (${zoneName})` : (titles[name] ?? visibleText(name));
      return {
        id: `field:${name}`,
        title,
        width: (Object.hasOwn(widths, name) ? widths[name] : undefined) ?? { share: 1, min: 110, max: 240 },
        priority: name === ID_FIELD ? 100 : 80 - index,
        ...(isDocumented(name) ? {} : { remark: 'Not in the provider’s document' }),
        sorted: orderOf(name, sort, sortBy),
        sort: () => reorder(name),
        cell: (row) => (
          <FieldCell
            name={name}
            value={row.values[row.columns.indexOf(name)] ?? null}
            zone={zone}
            row={row}
            marks={marksEarlier}
          />
        ),
      };
    });
    if (hasFailures)
      columns.push({
        id: 'failures',
        title: `Failures, ${FAILURE_DAYS} days`,
        width: { px: 104 },
        priority: 79,
        align: 'end',
        fillsRemainder: true,
        sorted: orderOf(FAILURES_FIELD, sort, sortBy),
        sort: () => reorder(FAILURES_FIELD),
        cell: (row) => <FailuresCell identifiers={row.identifiers} />,
      });
    return columns;
  }, [fields, hasFailures, sort, sortBy, reorder, zone, zoneName, marksEarlier]);
}

/** Returns the local sort direction, or that of the query if rows are not sorted locally. */
function orderOf(name: string, sort: RowsView['sort'], [first]: readonly SortKey[]): 'asc' | 'desc' | undefined {
  if (sort !== null) return sort.field === name ? sort.direction : undefined;
  const isFirst = first !== undefined && withoutFieldPrefix(first.field) === name;
  return isFirst && (first.direction === 'asc' || first.direction === 'desc') ? first.direction : undefined;
}

/** ISO 8601 with day, time and `Z`. Any value in this format is shown as a time, whatever its field. */
const ISO_TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

function FieldCell(props: { name: string; value: string | null; zone: Zone; row: ResultRow; marks: boolean }) {
  const { name, value, zone, row, marks } = props;
  if (name === ID_FIELD)
    return (
      <span className="mono row gap-1">
        {value === null ? <span className="quiet">–</span> : <Untrusted text={value} truncate="end" />}
        {marks && row.isEarlier && (
          <Tooltip label={() => 'It was missing when the query was started again.'}>
            <History size={12} aria-label="Not received again" />
          </Tooltip>
        )}
      </span>
    );
  if (value === null) return <span className="quiet">–</span>;
  const at = ISO_TIMESTAMP.test(value) ? utcTime(value) : null;
  if (at !== null) return <Moment value={value} at={at} zone={zone} />;
  const style = name === 'subscriptionType' ? undefined : name === 'domainId' ? 'quiet' : `mono quiet`;
  return (
    <span className={style}>
      <Untrusted text={value} truncate="end" />
    </span>
  );
}

/** Shows the full date, because rows of many days follow each other. */
function Moment({ value, at, zone }: { value: string; at: number; zone: Zone }) {
  const text = fullTimeText(at, zone);
  const dot = text.indexOf('.');
  return (
    <Tooltip label={() => bothZonesText(at)}>
      <time dateTime={isoText(at)} data-stored={value}>
        {text.slice(0, dot)}
        <span className="quiet">{text.slice(dot, dot + 4)}</span>
      </time>
    </Tooltip>
  );
}
