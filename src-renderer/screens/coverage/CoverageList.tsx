import { type ReactNode, useMemo } from 'react';
import { coverageAddress } from '../../address/screen-addresses.ts';
import { useAddress, useHistoryPosition } from '../../address/use-address.ts';
import { GridList } from '../../grid/GridList.tsx';
import { useCursor } from '../../grid/use-list-cursor.ts';
import type { GridAnchor, GridColumn, GridItem } from '../../grid/grid-model.ts';
import { type CoverageRow, gapKey } from './coverage-lines.ts';
import { spanWords } from './coverage-span.ts';
import styles from './CoverageScreen.module.css';

interface CoverageListProps {
  readonly name: string;
  readonly label: string;
  readonly items: readonly GridItem<CoverageRow>[];
  readonly columns: readonly GridColumn<CoverageRow>[];
  readonly statusLine?: ReactNode;
  /** Keys go to the first list unless this one has the focus. Only the first list's position is kept in the history. */
  readonly isSecond?: boolean;
}

export function CoverageList({ name, label, items, columns, statusLine, isSecond = false }: CoverageListProps) {
  const address = useAddress(coverageAddress);
  const [position, keepPosition] = useHistoryPosition<GridAnchor | null>();
  const landing = useMemo(
    () => (position === null || isSecond ? null : { at: 'key' as const, ...position }),
    [position, isSecond],
  );
  const opened = address.value.gap === null ? null : gapKey(address.value.gap);
  const { cursor, setCursor } = useCursor(opened);
  const open = (key: string) => {
    const item = items.find((candidate) => candidate.key === key);
    if (item?.kind === 'row' && item.row.kind === 'gap')
      address.change({ gap: item.row.gap.id }, { replace: opened !== null });
    setCursor(key);
  };
  return (
    <GridList
      name={name}
      items={items}
      cursor={cursor}
      setCursor={setCursor}
      opened={opened}
      open={open}
      noun="line"
      isSecond={isSecond}
      label={label}
      columns={columns}
      total={items.length}
      statusLine={statusLine}
      placeholder={<p className={styles['instead']}>No record of {spanWords(address.value.span)} yet.</p>}
      landing={landing}
      onAnchor={isSecond ? ignorePosition : keepPosition}
      isPaused
    />
  );
}

function ignorePosition(): void {}
