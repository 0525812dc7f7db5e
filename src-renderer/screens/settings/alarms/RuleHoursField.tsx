/** When a rule may show banners and play sounds: a choice, and a dialog for hours of its own. */
import { useState } from 'react';
import type { NotifySettings } from '../../../../src-shared/domain/cases/alarm.ts';
import type { WeekHours } from '../../../../src-shared/domain/cases/week-hours.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { choices } from '../../../components/controls/choices.ts';
import { Select } from '../../../components/controls/Select.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import type { AlarmConfiguration } from './BackTestLine.tsx';
import { HoursDialog } from './HoursDialog.tsx';
import { weekText } from './quiet-cells.ts';
import styles from './RulesPanel.module.css';

type When = NotifySettings['when'];
type Kind = NonNullable<When>['kind'] | 'outside-quiet';

interface RuleHoursFieldProps {
  readonly name: string;
  readonly when: When;
  /** Painted when the user first chooses own hours. */
  readonly quiet: WeekHours;
  readonly zone: string;
  readonly isDisabled: boolean;
  readonly change: (when: When) => void;
  readonly edited: (when: When) => AlarmConfiguration;
}

export function RuleHoursField({ name, when, quiet, zone, isDisabled, change, edited }: RuleHoursFieldProps) {
  const [isEditing, setEditing] = useState(false);
  const shown = visibleText(name);
  function choose(kind: Kind): void {
    if (kind === 'own') setEditing(true);
    else change(kind === 'always' ? { kind } : undefined);
  }
  return (
    <span className="row gap-1">
      <span className={styles['hours-choice']}>
        <Select
          aria-label={`When ${shown} alarms`}
          value={when?.kind ?? 'outside-quiet'}
          options={choices<Kind>({ 'outside-quiet': 'Outside quiet hours', always: 'Always', own: 'Own hours' })}
          choose={choose}
          disabled={isDisabled}
        />
      </span>
      {when?.kind === 'own' && (
        <Tooltip label={weekText(when.hours) || 'No hour: it never alarms'}>
          <Button
            size="compact-xs"
            aria-label={`Edit the hours of ${shown}`}
            disabled={isDisabled}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        </Tooltip>
      )}
      {isEditing && (
        <HoursDialog
          title={`Hours of ${shown}`}
          description="Banner and sound only in the painted hours, whether they are quiet or not; the badge always counts."
          remark={zone}
          initial={when?.kind === 'own' ? when.hours : quiet}
          save={(hours) => change({ kind: 'own', hours })}
          edited={(hours) => edited({ kind: 'own', hours })}
          close={() => setEditing(false)}
        />
      )}
    </span>
  );
}
