/** When deadlines count: day and night, or hours of the week in a zone. */
import { useId, useState } from 'react';
import type { AlarmSettings } from '../../../../src-shared/domain/cases/alarm.ts';
import type { DeadlineSettings } from '../../../../src-shared/domain/cases/deadline.ts';
import { ALL_WEEK, type WeekHours } from '../../../../src-shared/domain/cases/week-hours.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { choices } from '../../../components/controls/choices.ts';
import { Select } from '../../../components/controls/Select.tsx';
import { DialogField } from '../../../components/dialog/DialogField.tsx';
import { typedZone, zoneNames } from './deadline-fields.ts';
import styles from './DeadlinesPanel.module.css';
import { HoursDialog } from './HoursDialog.tsx';
import { weekText } from './quiet-cells.ts';
import { useRuleViews } from './use-rule-views.ts';

/** Painted when the user first chooses own hours. */
const OFFICE_HOURS: WeekHours = Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 480, to: 1_080 }] : []));
const MAX_ZONE_LENGTH = 64;

interface DeadlineHoursFieldProps {
  readonly settings: AlarmSettings;
  readonly zone: string;
  readonly isDisabled: boolean;
  readonly change: (part: Pick<DeadlineSettings, 'hours'> & Partial<Pick<DeadlineSettings, 'zone'>>) => void;
}

export function DeadlineHoursField({ settings, zone, isDisabled, change }: DeadlineHoursFieldProps) {
  const { deadlines } = settings;
  const [isEditing, setEditing] = useState(false);
  const { hours } = deadlines;
  const isAllWeek = weekText(hours) === weekText(ALL_WEEK);
  function choose(kind: 'all' | 'own'): void {
    if (kind === 'own') setEditing(true);
    else change({ hours: ALL_WEEK });
  }
  return (
    <div className="stack gap-1">
      <h3 className="meta">Time counts</h3>
      <div className="row wraps gap-1-2">
        <span className={styles['choice']}>
          <Select
            aria-label="When the time of deadlines counts"
            value={isAllWeek ? 'all' : 'own'}
            options={choices({ all: 'Day and night', own: 'Only in own hours' })}
            choose={choose}
            disabled={isDisabled}
          />
        </span>
        {!isAllWeek && (
          <Button aria-label="Edit the hours of deadlines" disabled={isDisabled} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {!isAllWeek && (
        <p className="meta">
          {weekText(hours)}, {deadlines.zone ?? `${zone} (this computer)`}
        </p>
      )}
      {isEditing && (
        <DeadlineHoursDialog
          settings={settings}
          initial={isAllWeek ? OFFICE_HOURS : hours}
          initialZone={deadlines.zone}
          zone={zone}
          save={change}
          close={() => setEditing(false)}
        />
      )}
    </div>
  );
}

interface DeadlineHoursDialogProps {
  readonly settings: AlarmSettings;
  readonly initial: WeekHours;
  readonly initialZone: string | null;
  readonly zone: string;
  readonly save: (part: Pick<DeadlineSettings, 'hours' | 'zone'>) => void;
  readonly close: () => void;
}

function DeadlineHoursDialog({ settings, initial, initialZone, zone, save, close }: DeadlineHoursDialogProps) {
  const list = useId();
  const note = useId();
  const [typed, setTyped] = useState(initialZone ?? '');
  const answer = typedZone(typed);
  const isWrong = answer.kind === 'mistake';
  const views = useRuleViews();
  const { deadlines } = settings;
  const named = answer.kind === 'value' ? answer.value : deadlines.zone;
  return (
    <HoursDialog
      title="Hours of deadlines"
      description="The time to take and to end counts only in the painted hours."
      initial={initial}
      mistake={isWrong ? 'Correct the zone.' : null}
      save={(hours) => answer.kind === 'value' && save({ hours, zone: answer.value })}
      edited={(hours) => ({ settings: { ...settings, deadlines: { ...deadlines, hours, zone: named } }, views })}
      close={close}
    >
      <DialogField
        name="Zone"
        note={
          <output id={note} className={isWrong ? 'failed' : undefined}>
            {answer.kind === 'mistake' ? answer.words : 'Empty: the zone of this computer.'}
          </output>
        }
      >
        <input
          className="full-width text-field"
          aria-label="Zone of the hours"
          aria-invalid={isWrong}
          aria-describedby={note}
          placeholder={zone}
          list={list}
          maxLength={MAX_ZONE_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <datalist id={list}>
          {zoneNames().map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </DialogField>
    </HoursDialog>
  );
}
