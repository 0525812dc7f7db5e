import { choices } from '../../../components/controls/choices.ts';
import { ChevronDown, ChevronRight, Pause } from 'lucide-react';
import type { RefObject } from 'react';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { spanOf } from '../../../../src-shared/words/events/reported-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { LastReported } from '../../../components/LastReported.tsx';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import type { LocalizationsAddress } from '../../../address/screen-addresses.ts';
import { FindField } from '../../../grid/FindField.tsx';
import { useAsOf } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { failureWords } from '../../../words/error-words.ts';
import { FoundElsewhere } from '../../../components/ids/FoundElsewhere.tsx';
import { searchedWords } from '../../../words/searched-words.ts';
import { CaseLine } from './CaseLine.tsx';
import styles from './CaseList.module.css';
import { GroupLine } from './GroupLine.tsx';
import { type ListLine, reportTimes } from './list-lines.ts';
import type { CaseLines, CaseSort } from './use-case-lines.ts';

interface CaseListPaneProps {
  readonly by: LocalizationsAddress['by'];
  readonly find: string;
  readonly sort: CaseSort;
  readonly lines: CaseLines;
  readonly groups: number | null;
  readonly unprocessedEvents: number;
  readonly cursor: string | null;
  readonly shown: string | null;
  readonly selected: ReadonlySet<string>;
  readonly list: RefObject<HTMLElement | null>;
  readonly change: (part: Partial<Pick<LocalizationsAddress, 'by' | 'find'>>) => void;
  readonly sortBy: (sort: CaseSort) => void;
  readonly choose: (line: ListLine, modifiers: { shift: boolean; toggle: boolean }) => void;
}

const PLAIN = { shift: false, toggle: false };

export function CaseListPane(props: CaseListPaneProps) {
  const { by, find, sort, lines, cursor, shown, selected, list, change, sortBy, choose } = props;
  const isList = by === 'eid' || find !== '';
  const first = lines.lines[0]?.key ?? null;
  const isListed = cursor !== null && lines.lines.some(({ key }) => key === cursor);
  const tabStop = isListed ? cursor : first;
  return (
    <div className="stack full-height shrinks-down">
      <div className={styles['tools']}>
        <SegmentedControl
          label="How failures are listed"
          options={[
            { value: '', name: 'By failure' },
            { value: 'eid', name: 'By eUICC' },
          ]}
          value={by}
          choose={(chosen) => change({ by: chosen === 'eid' ? 'eid' : '' })}
        />
        <FindField
          list="cases"
          title="Find a case"
          placeholder="EID, ICCID, code"
          clearTitle="Show all cases"
          find={find}
          kind="words"
          change={(words) => change({ find: words })}
        />
      </div>
      <ListHead {...props} isList={isList} />
      <p className={styles['age']}>
        <LastReported newestAt={spanOf(reportTimes(lines.lines)).newestAt} />
      </p>
      {isList && (
        <div className={styles['order']}>
          <SegmentedControl<CaseSort>
            label="Order"
            options={choices({ newest: 'Newest first', waiting: 'Longest without an action' })}
            value={sort}
            choose={sortBy}
          />
        </div>
      )}
      {lines.error !== null && (
        <p className={styles['trouble']} role="alert">
          The list could not be refreshed: {visibleText(failureWords(lines.error))}{' '}
          <Button size="compact-xs" onClick={lines.retry}>
            Try again
          </Button>
        </p>
      )}
      <section ref={list} className={styles['lines']} aria-label="Failures">
        {lines.lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            isCursor={line.key === tabStop}
            isShown={line.key === shown}
            isSelected={line.kind === 'case' && selected.has(line.row.key)}
            choose={(modifiers) => choose(line, modifiers)}
          />
        ))}
        {isList && lines.total === 0 && (
          <div className="pad-3 quiet">
            {find === ''
              ? 'No localization needs attention.'
              : `No localization matches all of these words. ${searchedWords(find, 'words')}`}
            <FoundElsewhere find={find} />
          </div>
        )}
      </section>
    </div>
  );
}

interface LineProps {
  readonly line: ListLine;
  readonly isCursor: boolean;
  readonly isShown: boolean;
  readonly isSelected: boolean;
  readonly choose: (modifiers: { shift: boolean; toggle: boolean }) => void;
}

function Line({ line, isCursor, isShown, isSelected, choose }: LineProps) {
  const tabIndex = isCursor ? 0 : -1;
  switch (line.kind) {
    case 'group':
      return (
        <GroupLine
          group={line.group}
          isOpen={line.isOpen}
          isShown={isShown}
          isCursor={isCursor}
          choose={() => choose(PLAIN)}
        />
      );
    case 'case':
      return (
        <CaseLine
          row={line.row}
          lineKey={line.key}
          isShown={isShown}
          isSelected={isSelected}
          isCursor={isCursor}
          withOwner={line.section === 'list'}
          choose={choose}
        />
      );
    case 'more':
      return (
        <button
          type="button"
          className={styles['more']}
          data-line={line.key}
          tabIndex={tabIndex}
          onClick={() => choose(PLAIN)}
        >
          {numberText(line.count)} more
        </button>
      );
    case 'muted':
      return (
        <div className={styles['divider']}>
          Muted <span className="to-end loud">{numberText(line.count)}</span>
        </div>
      );
    case 'ended':
      return (
        <button
          type="button"
          className={styles['divider']}
          data-line={line.key}
          aria-expanded={line.isOpen}
          tabIndex={tabIndex}
          onClick={() => choose(PLAIN)}
        >
          {line.isOpen ? <ChevronDown size={12} aria-hidden="true" /> : <ChevronRight size={12} aria-hidden="true" />}
          {line.key === 'well' ? 'Recovered' : 'Done'}, 24 h{' '}
          <span className="to-end loud">{line.count === null ? '' : numberText(line.count)}</span>
        </button>
      );
    default:
      return assertNever(line);
  }
}

function ListHead({ lines, groups, unprocessedEvents, isList, find }: CaseListPaneProps & { isList: boolean }) {
  const asOf = useAsOf();
  const count = lines.total === null ? '' : `${numberText(lines.total)} ${find === '' ? 'open' : 'found'}`;
  return (
    <div className={styles['head']}>
      <b className="strong loud">{count}</b>
      {!isList && groups !== null && <span>in {groups === 1 ? '1 group' : `${groups} groups`}</span>}
      <span className="row gap-1 to-end">
        {asOf !== null ? (
          'Not connected'
        ) : unprocessedEvents > 0 ? (
          `Still processing ${numberText(unprocessedEvents)} events`
        ) : lines.pendingChanges > 0 ? (
          <>
            <Pause size={12} aria-hidden="true" /> Held ·{' '}
            {lines.pendingChanges === 1 ? '1 change' : `${lines.pendingChanges} changes`}
          </>
        ) : (
          'Live'
        )}
      </span>
    </div>
  );
}
