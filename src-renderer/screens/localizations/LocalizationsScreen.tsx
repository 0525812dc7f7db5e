/** The address names the open case or group, so links and Back work. */
import { type ReactNode, useRef, useState } from 'react';
import type { CaseDetail, CaseSummary } from '../../../src-shared/api/cases.ts';
import { type CaseKey, parseCaseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { localizationsAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { withToggledKey } from '../../grid/selected-lines.ts';
import { useHold } from '../../grid/use-held-rows.ts';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { groupIn } from '../../stores/queries/case-source.ts';
import { useBoard } from '../../stores/use-stores.ts';
import { CasePane } from './case/CasePane.tsx';
import { GroupPane } from './group/GroupPane.tsx';
import { SelectionPane } from './group/SelectionPane.tsx';
import { ClosedGroup } from './group/ClosedGroup.tsx';
import { CaseListPane } from './list/CaseListPane.tsx';
import { NO_SELECTION, changedSelection } from './list/case-selection.ts';
import { caseRows, type ListLine } from './list/list-lines.ts';
import { type CaseSort, useCaseLines } from './list/use-case-lines.ts';
import styles from './LocalizationsScreen.module.css';
import { NothingSelected } from './NothingSelected.tsx';
import { useListCommands } from './use-list-commands.ts';

const PLAIN = { shift: false, toggle: false };

/** @param overview is shown while nothing is open, and is part of the second chunk */
export function LocalizationsScreen({ overview }: { overview: ReactNode }) {
  const address = useAddress(localizationsAddress);
  const { value } = address;
  const board = useBoard((state) => state.board);
  const groups = board?.groups.filter(({ cause }) => cause.kind === 'localization') ?? [];
  const [sort, setSort] = useState<CaseSort>('newest');
  const [openSections, setOpenSections] = useState<ReadonlySet<string>>(new Set(['well']));
  const [selection, setSelection] = useState(NO_SELECTION);
  const [cursorLine, setCursor] = useState<string | null>(null);
  const list = useRef<HTMLElement>(null);
  const hold = useHold(list);
  const groupKey = groupIn(value.group);
  const shownCase = value.case === '' ? null : parseCaseKey(value.case);
  const isByCase = value.by === 'eid';
  const lines = useCaseLines({ isByCase, group: groupKey, find: value.find, sort, openSections, hold });
  const rows = caseRows(lines.lines);
  const group = groups.find(({ key }) => key === groupKey) ?? null;
  const shownLine = lines.lines.find(
    (line) => line.kind === 'case' && line.row.key === shownCase && (cursorLine === null || line.key === cursorLine),
  );
  const shown = shownCase === null ? groupKey : (shownLine?.key ?? lineOf(lines.lines, shownCase));
  const cursor = cursorLine ?? shown;
  const chosen = rows.filter(
    ({ key }, index) => selection.keys.has(key) && rows.findIndex((row) => row.key === key) === index,
  );

  function showCase(row: CaseSummary, replace: boolean): void {
    setSelection({ keys: new Set(), anchor: row.key });
    address.change({ case: row.key }, { replace });
  }
  function choose(line: ListLine, modifiers: { shift: boolean; toggle: boolean }): void {
    setCursor(line.key);
    switch (line.kind) {
      case 'group':
        setSelection(NO_SELECTION);
        // A second click on the shown group collapses it.
        return address.change({ group: line.isOpen && value.case === '' ? '' : line.key, case: '' });
      case 'case':
        if (!modifiers.shift && !modifiers.toggle) return showCase(line.row, false);
        return setSelection((before) =>
          changedSelection(
            before,
            line.row.key,
            modifiers,
            rows.map(({ key }) => key),
            shownCase,
          ),
        );
      case 'more':
        return lines.more(line.section);
      case 'ended':
        return setOpenSections((before) => withToggledKey(before, line.key));
      case 'muted':
        return undefined;
    }
  }
  function nextGroup(): void {
    const at = groups.findIndex(({ key }) => key === groupKey);
    const next = groups[at + 1] ?? groups[0];
    if (next === undefined) return;
    setCursor(null);
    setSelection(NO_SELECTION);
    address.change({ by: '', find: '', group: next.key, case: next.only?.key ?? '' });
  }
  function close(): void {
    setCursor(null);
    address.change({ case: '', group: value.case === '' ? '' : value.group });
  }

  useListCommands({
    lines: lines.lines,
    cursor,
    list,
    move(line) {
      setCursor(line.key);
      if (line.kind === 'case') showCase(line.row, shownCase !== null);
    },
    extend: (line) => choose(line, { shift: true, toggle: false }),
    open: (line) => choose(line, PLAIN),
    select: (line) => choose(line, { shift: false, toggle: true }),
    nextGroup,
    onEscape:
      selection.keys.size > 0
        ? () => setSelection(NO_SELECTION)
        : shownCase !== null || groupKey !== null
          ? close
          : null,
  });

  const isOpen = shownCase !== null || value.case !== '' || group !== null || chosen.length > 1;
  return (
    <ScreenLayout title="Localizations">
      <div className={styles['split']} data-open={isOpen}>
        <div className={styles['list']}>
          <CaseListPane
            by={value.by}
            find={value.find}
            sort={sort}
            lines={lines}
            groups={board === null ? null : groups.length}
            unprocessedEvents={board?.behind ?? 0}
            cursor={cursor}
            shown={shown}
            selected={selection.keys}
            list={list}
            change={(part) => {
              setCursor(null);
              setSelection(NO_SELECTION);
              // A search that begins beside a group is about all cases, and a change of it about the group.
              const leaves = part.find !== undefined && value.find === '';
              address.change({ ...part, ...(leaves && { group: '' }) }, { replace: part.find !== undefined });
            }}
            sortBy={setSort}
            choose={choose}
          />
        </div>
        <div className={styles['file']}>
          <ErrorBoundary key={chosen.length > 1 ? 'chosen' : value.case || value.group}>{file()}</ErrorBoundary>
        </div>
      </div>
    </ScreenLayout>
  );

  function file() {
    if (chosen.length > 1) return <SelectionPane rows={chosen} clear={() => setSelection(NO_SELECTION)} />;
    if (shownCase !== null)
      return (
        <CasePane
          key={shownCase}
          caseKey={shownCase}
          position={positionOf(shownCase)}
          groupOf={(detail: CaseDetail) => groups.find(({ key }) => key === detail.summary.cause) ?? null}
          close={close}
        />
      );
    if (value.case === '' && group !== null)
      return (
        <GroupPane
          key={group.key}
          group={group}
          find={value.find}
          rows={rows.filter(({ cause }) => cause === group.key)}
          close={close}
        />
      );
    if (value.case === '' && groupKey !== null && board !== null)
      return <ClosedGroup key={groupKey} cause={groupKey} close={close} openNext={nextGroup} />;
    return (
      <NothingSelected
        isMissing={value.case !== '' || value.group !== ''}
        overview={overview}
        close={close}
        openWorst={nextGroup}
      />
    );
  }

  function positionOf(key: CaseKey) {
    const line = lines.lines.find((each) => each.key === shown);
    if (line?.kind !== 'case') return null;
    const part = lines.lines.filter((each) => each.kind === 'case' && each.section === line.section);
    const at = part.findIndex((each) => each.kind === 'case' && each.row.key === key);
    const moreLine = lines.lines.find((each) => each.kind === 'more' && each.section === line.section);
    return {
      at: at + 1,
      total: part.length + (moreLine?.kind === 'more' ? moreLine.count : 0),
      step(by: 1 | -1) {
        const next = part[at + by];
        if (next?.kind === 'case') {
          setCursor(next.key);
          showCase(next.row, true);
        } else if (by === 1) lines.more(line.section);
      },
    };
  }
}

function lineOf(lines: readonly ListLine[], key: CaseKey): string | null {
  return lines.find((line) => line.kind === 'case' && line.row.key === key)?.key ?? null;
}
