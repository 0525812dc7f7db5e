/** *Request only these* writes the columns into the query, so that the service sends no other fields. */
import { Columns3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldUsage } from '../../../../src-shared/api/searches.ts';
import { documentedFields, FIELD_PREFIX } from '../../../../src-shared/service/search-body.ts';
import { DropDown } from '../../../components/overlay/DropDown.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useSearchDraft, useStores } from '../../../stores/use-stores.ts';
import { type ChosenColumns, ID_FIELD, isDocumented, withColumn } from './chosen-columns.ts';
import styles from './ColumnsButton.module.css';

interface ColumnsButtonProps {
  readonly chosen: ChosenColumns;
  readonly choose: (chosen: ChosenColumns) => void;
  readonly shown: readonly string[];
  readonly fields: readonly FieldUsage[];
  readonly rows: number;
  readonly onOpen: () => void;
}

export function ColumnsButton({ chosen, choose, shown, fields, rows, onOpen }: ColumnsButtonProps) {
  const { searchDraft } = useStores();
  const read = useSearchDraft((draft) => draft.parsed);
  const [opened, setOpened] = useState(false);
  const isLimited = read.kind === 'body' && read.parts.returnFields !== null;
  const received = fields.filter(({ name }) => !isDocumented(name));
  const unseen = shown.filter((name) => !isDocumented(name) && !received.some((field) => field.name === name));
  const requestColumns = (names: readonly string[]) =>
    searchDraft.change({ returnFields: names.map((name) => `${FIELD_PREFIX}${name}`) });
  const line = (name: string, share?: string) => (
    <Line
      key={name}
      isChecked={shown.includes(name)}
      isDisabled={name === ID_FIELD}
      check={(isShown) => {
        choose(withColumn(chosen, name, isShown));
        if (isLimited) requestColumns(isShown ? [...shown, name] : shown.filter((each) => each !== name));
      }}
    >
      <span className="mono one-line fill">
        <Untrusted text={name} truncate="end" />
      </span>
      {share !== undefined && <span className="meta quiet fixed">{share}</span>}
    </Line>
  );
  return (
    <DropDown
      from="left"
      opened={opened}
      setOpened={(next) => {
        if (next) onOpen();
        setOpened(next);
      }}
      button={
        <button type="button" className="quiet-button">
          <Columns3 size={14} aria-hidden="true" />
          Choose
        </button>
      }
    >
      <div className={styles['chooser']}>
        <fieldset className={styles['part']}>
          <legend className={`meta ${styles['legend']}`}>In the provider’s document</legend>
          {documentedFields.map((name) => line(name))}
        </fieldset>
        <fieldset className={styles['part']}>
          <legend className={`meta ${styles['legend']}`}>Seen in answers, not documented</legend>
          {received.map((field) => line(field.name, shareWords(field.rows, rows)))}
          {unseen.map((name) => line(name, 'in no row'))}
          {received.length + unseen.length === 0 && <p className="meta">No row has another field.</p>}
        </fieldset>
        <fieldset className={styles['part']}>
          <legend className={`meta ${styles['legend']}`}>From stored events</legend>
          <Line isChecked={chosen.hasFailures} check={(hasFailures) => choose({ ...chosen, hasFailures })}>
            <span className="fill">Failures, 7 days</span>
          </Line>
        </fieldset>
        <div className="ruled flush pad-top-2">
          <Line
            isChecked={isLimited}
            isDisabled={read.kind !== 'body'}
            check={(limits) => (limits ? requestColumns(shown) : searchDraft.change({ returnFields: null }))}
          >
            <span className="fill">Request only these</span>
            <span className="mono quiet fixed">returnFields</span>
          </Line>
          <p className="meta">From the next search on, each item has only these fields.</p>
        </div>
      </div>
    </DropDown>
  );
}

function Line(props: {
  isChecked: boolean;
  isDisabled?: boolean;
  check: (isChecked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className={styles['line']}>
      <input
        type="checkbox"
        checked={props.isChecked}
        disabled={props.isDisabled === true}
        onChange={({ currentTarget }) => props.check(currentTarget.checked)}
      />
      {props.children}
    </label>
  );
}

/** Formats `97 % of rows`; never rounds up to 100 % or down to 0 %. */
export function shareWords(having: number, rows: number): string {
  if (rows === 0) return '';
  const share = (100 * having) / rows;
  return `${share > 0 && share < 1 ? 'under 1' : Math.floor(share)} % of rows`;
}
