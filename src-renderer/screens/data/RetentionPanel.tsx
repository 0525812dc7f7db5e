/** How long each class of events is kept. The profile stores the choice, so every host applies the same one. */
import { useId } from 'react';
import type { StoreReport } from '../../../src-shared/api/store.ts';
import { daysText, sizeText } from '../../../src-shared/words/store-words.ts';
import type { PolicySettingName } from '../../../src-shared/domain/policy/policy-settings.ts';
import { ManagedNote } from '../../components/ManagedNote.tsx';
import { useManaged } from '../../stores/queries/use-managed.ts';
import { useHost } from '../../stores/queries/use-query.ts';
import { Panel } from '../../components/Panel.tsx';
import { Select } from '../../components/controls/Select.tsx';
import { useAppearance, useWatch } from '../../stores/use-stores.ts';
import { dateText } from '../../time/time-text.ts';
import styles from './DataScreen.module.css';
import { type RetentionClass, dayOptions } from './retention-days.ts';
import { RetentionFooter } from './RetentionFooter.tsx';
import { type RetentionEditing, useRetentionEditing } from './use-retention-editing.ts';

interface Row {
  readonly description: string;
  readonly time: RetentionClass | 'forever' | 'with the events';
  /** Bytes; missing if included in the row above. */
  readonly size?: number;
  readonly note: string;
}

const MANAGED_ID = 'retention-managed';
const LEAST_DAYS = {
  failures: 'leastDaysFailures',
  successes: 'leastDaysSuccesses',
  heartbeats: 'leastDaysHeartbeats',
  searches: 'leastDaysSearches',
} as const satisfies Record<RetentionClass, PolicySettingName>;
const MANAGED_SETTINGS: readonly PolicySettingName[] = ['profiles', ...Object.values(LEAST_DAYS)];

export function RetentionPanel({ report, practice }: { report: StoreReport; practice: boolean }) {
  const { bytes, beside, oldestAt } = report;
  const zone = useAppearance((state) => state.zone);
  const editing = useRetentionEditing();
  const rows: readonly Row[] = [
    {
      description: 'Failures',
      time: 'failures',
      size: bytes,
      note: 'failed, partial, unknown and unreadable',
    },
    { description: 'Successes', time: 'successes', note: 'with those in progress' },
    { description: 'Heartbeats', time: 'heartbeats', note: 'sessions and gaps show when we were watching' },
    { description: 'Pinned events', time: 'forever', note: 'of any kind' },
    { description: 'Sessions and gaps', time: 'forever', note: 'small; they prove the coverage' },
    { description: 'Searches', time: 'searches', size: beside.inventory, note: 'after they were last run' },
    { description: 'Cases', time: 'with the events', size: beside.cases, note: 'actions are stored with the events' },
    { description: 'Search index', time: 'with the events', size: beside.search, note: 'can be rebuilt' },
  ];
  return (
    <Panel
      flush
      title="Stored for"
      headExtra={oldestAt === null ? 'nothing is stored yet' : `oldest event: ${dateText(oldestAt, zone)}`}
      foot={<RetentionFooter report={report} practice={practice} editing={editing} />}
    >
      <table className={styles['table']}>
        <colgroup>
          <col className={styles['description']} />
          <col className={styles['length']} />
          <col className={styles['size']} />
          <col className="roomy-only" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">What</span>
            </th>
            <th scope="col">Time</th>
            <th scope="col" className={styles['figure']}>
              Size
            </th>
            <th scope="col" className="roomy-only">
              Note
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RetentionRow key={row.description} row={row} editing={editing} report={report} />
          ))}
        </tbody>
      </table>
      <ManagedNote id={MANAGED_ID} settings={MANAGED_SETTINGS} />
    </Panel>
  );
}

function RetentionRow({ row, editing, report }: { row: Row; editing: RetentionEditing | null; report: StoreReport }) {
  const { description, time, size, note } = row;
  const id = useId();
  return (
    <tr data-part={size === undefined}>
      <th scope="row" id={id}>
        {description}
      </th>
      <td>
        {time === 'forever' || time === 'with the events' ? (
          time
        ) : (
          <Length retentionClass={time} label={id} editing={editing} report={report} />
        )}
      </td>
      <td className={styles['figure']}>{size === undefined ? null : sizeText(size)}</td>
      <td className="quiet roomy-only">{note}</td>
    </tr>
  );
}

function Length(props: {
  retentionClass: RetentionClass;
  label: string;
  editing: RetentionEditing | null;
  report: StoreReport;
}) {
  const { retentionClass, label, editing, report } = props;
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const isFixed = useManaged('profiles') !== null;
  const host = useHost();
  if (editing === null) return daysText(report.keepDays[retentionClass]);
  const { saved, edited, isSaving, choose } = editing;
  const policy = host?.policy;
  const least = policy?.kind === 'valid' ? policy.locked[LEAST_DAYS[retentionClass]]?.[0] : undefined;
  const options = dayOptions(saved[retentionClass], edited[retentionClass]).filter(
    ({ value }) => Number(value) >= Number(least ?? 0),
  );
  return (
    <Select
      aria-labelledby={label}
      options={options}
      value={String(edited[retentionClass])}
      disabled={isLost || isSaving || isFixed}
      aria-describedby={MANAGED_ID}
      choose={(days) => choose(retentionClass, Number(days))}
    />
  );
}
