/** Shows gaps, planned reconnects and sessions in one list, or in two next to each other on a wide screen. */
import { capitalized } from '../../../src-shared/lib/capitalized.ts';
import { counted, eventsText } from '../../../src-shared/words/store-words.ts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { coverageAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { AsOf } from '../../components/AsOf.tsx';
import type { GridItem } from '../../grid/grid-model.ts';
import { useAppearance, useAsOf, useNow } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { PHONE, useMediaQuery } from '../../theme/use-media-query.ts';
import { dayText, lengthText, zoneText } from '../../time/time-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { spanWords } from './coverage-span.ts';
import { coverageColumns } from './coverage-columns.tsx';
import {
  type CoverageLine,
  type CoverageRow,
  gapLines,
  type PlannedDay,
  type SessionDay,
  sessionLines,
} from './coverage-lines.ts';
import { CoverageList } from './CoverageList.tsx';
import styles from './CoverageScreen.module.css';

/** Minimum width for two lists (`sizes.css`, first step of the scale). */
const WIDE = '(min-width: 137.5rem)';
/** A lasting gap stops counting as a reconnect at most this long after it exceeds the limit. */
const STEP_MS = 5_000;

type Items = readonly GridItem<CoverageRow>[];

export function CoverageLists({ coverage, error }: { coverage: Coverage; error: Error | null }) {
  const isWide = useMediaQuery(WIDE);
  const zone = useAppearance((state) => state.zone);
  const asOf = useAsOf();
  const ticked = Math.floor(useNow(STEP_MS) / STEP_MS) * STEP_MS;
  const now = asOf ?? ticked;
  const address = useAddress(coverageAddress);
  const shownGap = address.value.gap;
  const [openDays, setOpenDays] = useState<ReadonlySet<string>>(new Set());

  const gaps = useMemo<Items>(() => {
    const toggle = (line: DayLine) => {
      setOpenDays(withToggledDay(openDays, line));
      // The day is also open because it holds the shown gap, so closing it must close that gap.
      if (line.kind === 'planned' && line.day.isOpen && line.day.reconnects.some(({ id }) => id === shownGap))
        address.change({ gap: null });
    };
    return gapLines(coverage, now, zone, openDays, shownGap).map((line) => itemOf(line, toggle));
  }, [coverage, now, zone, openDays, shownGap, address]);
  const sessions = useMemo<Items>(() => {
    const toggle = (line: DayLine) => setOpenDays(withToggledDay(openDays, line));
    return sessionLines(coverage, zone, openDays).map((line) => itemOf(line, toggle));
  }, [coverage, zone, openDays]);
  const zoneName = zoneText(now, zone);
  const isPhone = useMediaQuery(PHONE);
  const columns = useMemo(() => coverageColumns(zoneName, isPhone), [zoneName, isPhone]);
  const gapColumns = useMemo(() => columns.filter(({ id }) => id !== 'events'), [columns]);
  const sessionColumns = useMemo(() => columns.filter(({ id }) => id !== 'inventory'), [columns]);

  const isListed = shownGap === null || coverage.gaps.some(({ id }) => id === shownGap);
  const statusLine = <CoverageStatusLine isMissing={!isListed} error={error} />;
  if (!isWide) {
    const title: GridItem<CoverageRow> = { kind: 'group', key: 'sessions', content: <Title>Sessions</Title> };
    const items = [...gaps, ...(sessions.length === 0 ? [] : [title, ...sessions])];
    return <CoverageList name="coverage" label="Gaps and sessions, newest first" {...{ items, columns, statusLine }} />;
  }
  return (
    <div className={styles['side-by-side']}>
      <CoverageList name="coverage" label="Gaps, newest first" {...{ items: gaps, columns: gapColumns, statusLine }} />
      <CoverageList
        name="coverage-sessions"
        label="Sessions, newest first"
        isSecond
        statusLine="Sessions"
        {...{ items: sessions, columns: sessionColumns }}
      />
    </div>
  );
}

type DayLine = Exclude<CoverageLine, { kind: 'row' }>;

function withToggledDay(openDays: ReadonlySet<string>, { key, day }: DayLine): ReadonlySet<string> {
  const next = new Set(openDays);
  if (day.isOpen) next.delete(key);
  else next.add(key);
  return next;
}

function itemOf(line: CoverageLine, toggle: (line: DayLine) => void): GridItem<CoverageRow> {
  const { key } = line;
  if (line.kind === 'row') {
    const { row } = line;
    return { kind: 'row', key, row, isQuiet: row.kind === 'gap' && row.isPlanned };
  }
  const content = line.kind === 'planned' ? <PlannedReconnects day={line.day} /> : <Sessions day={line.day} />;
  return { kind: 'fold', key, content, open: () => toggle(line) };
}

function PlannedReconnects({ day: { reconnects, totalMs, maxGapMs, isOpen } }: { day: PlannedDay }) {
  return (
    <Fold from={reconnects[0]?.from ?? 0} isOpen={isOpen}>
      {counted(reconnects.length, 'planned reconnect')} · {lengthText(totalMs)} in total · longest{' '}
      {lengthText(maxGapMs)}
    </Fold>
  );
}

function Sessions({ day: { sessions, totalMs, events, isOpen } }: { day: SessionDay }) {
  return (
    <Fold from={sessions[0]?.from ?? 0} isOpen={isOpen}>
      {counted(sessions.length, 'session')} · {lengthText(totalMs)} in total · {eventsText(events)}
    </Fold>
  );
}

function Fold({ from, isOpen, children }: { from: number; isOpen: boolean; children: ReactNode }) {
  const zone = useAppearance((state) => state.zone);
  return (
    <span className={styles['fold']} data-open={isOpen}>
      <ChevronRight size={14} aria-hidden="true" />
      <span>
        {dayText(from, zone)} · {children}
        <span className="visually-hidden">{isOpen ? ', shown' : ', folded'}</span>
      </span>
    </span>
  );
}

function Title({ children }: { children: string }) {
  return <span className="strong section-size">{children}</span>;
}

function CoverageStatusLine({ isMissing, error }: { isMissing: boolean; error: Error | null }) {
  const asOf = useAsOf();
  const { span: spanName } = useAddress(coverageAddress).value;
  if (asOf !== null) return <AsOf />;
  if (error !== null) return <>These figures may be out of date. {visibleText(failureWords(error))}</>;
  const span = spanWords(spanName);
  if (isMissing) return `The gap in this link is not in ${span}.`;
  return `${capitalized(span)}, newest first`;
}
