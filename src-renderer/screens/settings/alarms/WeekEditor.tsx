/** A week in half hours to paint, with a scale above it and its hours in words below it. */
import { useState } from 'react';
import type { WeekHours } from '../../../../src-shared/domain/cases/week-hours.ts';
import { cellText, type QuietCell, weekText } from './quiet-cells.ts';
import { QuietGrid } from './QuietGrid.tsx';
import styles from './WeekEditor.module.css';

interface WeekEditorProps {
  readonly label: string;
  readonly week: WeekHours;
  readonly emptyText: string;
  readonly change: (week: WeekHours) => void;
  readonly isDisabled: boolean;
  /** True if the dialog around it focuses its first cell. */
  readonly isFocused?: boolean;
}

export function WeekEditor({ label, week, emptyText, change, isDisabled, isFocused = false }: WeekEditorProps) {
  const [looked, setLooked] = useState<QuietCell | null>(null);
  const text = weekText(week);
  return (
    <>
      <div>
        <div className={styles['hours']} aria-hidden="true">
          {['00', '06', '12', '18', '24'].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
        <QuietGrid
          label={label}
          week={week}
          change={change}
          isDisabled={isDisabled}
          isFocused={isFocused}
          onCellHover={setLooked}
        />
      </div>
      <p className={styles['summary']}>
        <span>{text === '' ? emptyText : text}</span>
        {looked !== null && <span className="fixed loud">{cellText(looked)}</span>}
      </p>
    </>
  );
}
