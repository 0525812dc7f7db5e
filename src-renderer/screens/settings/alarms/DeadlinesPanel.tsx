/** Times to take and to end a failure group by its consequence, when they count, and where overdue groups are sent. */
import type { AlarmSettings } from '../../../../src-shared/domain/cases/alarm.ts';
import { type ConsequenceKind, consequenceKinds } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { DeadlineSettings } from '../../../../src-shared/domain/cases/deadline.ts';
import { consequenceTitles } from '../../../../src-shared/words/case-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Panel } from '../../../components/Panel.tsx';
import { useOutlets, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { minutesText } from '../../../time/time-text.ts';
import { deadlineText, typedDeadline, typedDelay } from './deadline-fields.ts';
import { DeadlineHoursField } from './DeadlineHoursField.tsx';
import styles from './DeadlinesPanel.module.css';
import { TypedField } from './TypedField.tsx';

interface DeadlinesPanelProps {
  readonly settings: AlarmSettings;
  readonly zone: string;
  readonly isDisabled: boolean;
}

export function DeadlinesPanel({ settings, zone, isDisabled }: DeadlinesPanelProps) {
  const { alarms } = useStores();
  const { deadlines } = settings;
  const change = (part: Partial<DeadlineSettings>) =>
    void alarms.changeSettings({ deadlines: { ...deadlines, ...part } });
  const changeTimes = (
    consequence: ConsequenceKind,
    part: Partial<DeadlineSettings['byConsequence'][ConsequenceKind]>,
  ) => {
    const times = { ...deadlines.byConsequence[consequence], ...part };
    change({ byConsequence: { ...deadlines.byConsequence, [consequence]: times } });
  };
  return (
    <Panel title="Deadlines" headExtra="time to take and to end a failure group, by its worst consequence">
      <div className={styles['deadlines']}>
        <ul className={styles['times']}>
          <li className={styles['head']} aria-hidden="true">
            <span>Consequence</span>
            <span>Take within</span>
            <span>End within</span>
          </li>
          {consequenceKinds.map((consequence) => {
            const { takeMinutes, endMinutes } = deadlines.byConsequence[consequence];
            const title = consequenceTitles[consequence];
            return (
              <li key={consequence} className={styles['line']}>
                <span>{title}</span>
                <TypedField
                  label={`${title}: take within`}
                  value={takeMinutes}
                  text={deadlineText}
                  read={typedDeadline}
                  isDisabled={isDisabled}
                  change={(minutes) => changeTimes(consequence, { takeMinutes: minutes })}
                />
                <TypedField
                  label={`${title}: end within`}
                  value={endMinutes}
                  text={deadlineText}
                  read={typedDeadline}
                  isDisabled={isDisabled}
                  change={(minutes) => changeTimes(consequence, { endMinutes: minutes })}
                />
              </li>
            );
          })}
        </ul>
        <div className={styles['rest']}>
          <DeadlineHoursField settings={settings} zone={zone} isDisabled={isDisabled} change={change} />
          <div className="stack gap-1">
            <h3 className="meta">Overdue</h3>
            <p>An overdue group alarms with banner, sound and badge, also in quiet hours.</p>
            <p className={`${styles['delay']} row wraps gap-1-2`}>
              <span>After another</span>
              <TypedField
                label="Sent to outlets after"
                value={deadlines.escalateAfterMinutes}
                text={minutesText}
                read={typedDelay}
                isDisabled={isDisabled}
                change={(escalateAfterMinutes) => change({ escalateAfterMinutes })}
              />
              <span>it goes to outlets, too.</span>
            </p>
            <Receivers />
          </div>
        </div>
      </div>
    </Panel>
  );
}

function Receivers() {
  const outlets = useOutlets((state) => state.snapshot?.outlets ?? null);
  if (outlets === null) return null;
  const names = outlets
    .filter(({ outlet: { topics } }) => topics.includes('overdue'))
    .map(({ outlet }) => visibleText(outlet.name));
  const outletsLink = (
    <a className="nowrap" href={hrefOf('settings', { part: 'outlets' })}>
      Settings › Outlets
    </a>
  );
  return (
    <p className="quiet">
      {names.length === 0 ? (
        <>No outlet sends overdue groups yet. Choose them in {outletsLink}.</>
      ) : (
        <>
          <b className="strong loud">{new Intl.ListFormat('en-GB').format(names)}</b>{' '}
          {names.length === 1 ? 'sends' : 'send'} overdue groups. Change that in {outletsLink}.
        </>
      )}
    </p>
  );
}
