/** Each input writes into the body immediately. Other parts stay unchanged and are named as a chip. */
import type { ReactNode } from 'react';
import type { SearchParts } from '../../../../src-shared/service/search-body.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { useAppearance, useStores } from '../../../stores/use-stores.ts';
import { zonesText } from '../../../time/time-text.ts';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { X } from 'lucide-react';
import { backwardNote, type ChangedRangeEnd, endNote, endText, endTime, withEnd } from './changed-range.ts';
import { parseLimit } from './chips.ts';
import { ColumnChips } from './ColumnChips.tsx';
import type { Marks } from './marks.ts';
import { MoreInJson } from './MoreInJson.tsx';
import styles from './SearchForm.module.css';
import { SortKeys } from './SortKeys.tsx';
import { type ParsedInput, BodyField } from './BodyField.tsx';

export interface QueryViewProps {
  readonly parts: SearchParts;
  readonly marks: Marks;
  readonly receivedFields: readonly string[];
  readonly status: ReactNode;
  readonly submit: () => void;
}

export function SearchForm(props: QueryViewProps & { columnChooser: ReactNode }) {
  const { parts, marks, receivedFields, columnChooser, status, submit } = props;
  const { searchDraft } = useStores();
  return (
    <div className={styles['form']}>
      <Row name="Last modified" area="changed">
        <ChangedFields changed={parts.changed} submit={submit} />
      </Row>
      <Row name="Sort" area="sort">
        <SortKeys sortBy={parts.sortBy} marks={marks} receivedFields={receivedFields} />
      </Row>
      <Row name="Columns" area="columns">
        <ColumnChips fields={parts.returnFields} marks={marks} />
        {columnChooser}
        <span className="meta">{parts.returnFields === null ? 'all fields requested' : 'requested by name'}</span>
        <MoreInJson parts={parts} />
      </Row>
      <Row name="Page size" area="page">
        <BodyField
          label="Rows per page"
          size="number"
          value={parts.limit === null ? '' : String(parts.limit)}
          note=""
          placeholder="default"
          read={readRows}
          enter={submit}
        />
        {status}
      </Row>
    </div>
  );

  function readRows(text: string): ParsedInput {
    if (text.trim() === '')
      return { note: 'The service chooses the size.', write: () => searchDraft.change({ limit: null }) };
    const read = parseLimit(text.trim());
    return read.kind === 'mistake'
      ? { note: read.words, write: null }
      : { note: '', write: () => searchDraft.change(read.change) };
  }
}

function Row({ name, area, children }: { name: string; area: string; children: ReactNode }) {
  return (
    <div className={styles['row']} data-place={area}>
      <span className={styles['name']}>{name}</span>
      <div className="row fill gap-2 min-control">{children}</div>
    </div>
  );
}

function ChangedFields({ changed, submit }: Pick<SearchParts, 'changed'> & Pick<QueryViewProps, 'submit'>) {
  const stores = useStores();
  const { searchDraft } = stores;
  const zone = useAppearance((state) => state.zone);
  const read = (end: ChangedRangeEnd) => (text: string) => {
    const empty = text.trim() === '';
    const { at, note } = endTime(text, end, stores.now(), zone);
    if (at === null && !empty) return { note, write: null };
    const next = withEnd(changed, end, at);
    return { note, write: () => searchDraft.change({ changed: next }) };
  };
  const backward = changed === null ? null : backwardNote(changed);
  const field = (end: ChangedRangeEnd, label: string) => (
    <BodyField
      label={label}
      size="time"
      value={changed === null ? '' : endText(changed[end], zone)}
      note={changed === null ? '' : endNote(changed[end], end)}
      wrong={end === 'max' ? backward : null}
      placeholder="any time"
      read={read(end)}
      enter={submit}
    />
  );
  const [from, to] = changed === null ? [null, null] : [utcTime(changed.min), utcTime(changed.max)];
  const now = stores.now();
  return (
    <>
      {field('min', 'Last modified from')}
      <span className="meta">to</span>
      {field('max', 'Last modified to')}
      <span className="meta">{zonesText(from ?? to ?? now, to ?? from ?? now, zone)}</span>
      {changed !== null && (
        <Tooltip label="Clear the time span">
          <button
            type="button"
            className="icon-button"
            data-size="small"
            aria-label="Clear the time span"
            onClick={() => searchDraft.change({ changed: null })}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </Tooltip>
      )}
    </>
  );
}
