import { Check } from 'lucide-react';
import type { AlarmRule } from '../../../../src-shared/api/alarms.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { ALARM_LIMITS, type AlarmSettings } from '../../../../src-shared/domain/cases/alarm.ts';
import { causeKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { alarmTitle } from '../../../../src-shared/words/alarms/alarm-words.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { Checkbox } from '../../../components/dialog/DialogField.tsx';
import { useStores, useTeam } from '../../../stores/use-stores.ts';
import { NumberField } from './NumberField.tsx';
import styles from './QuietPanel.module.css';
import { SoundPanel } from './SoundPanel.tsx';

/** An invented storm at 14:02 UTC. */
const EXAMPLE: Alarm = {
  id: 'example',
  about: {
    kind: 'failures',
    cause: causeKey({
      kind: 'localization',
      operation: 'ALLOCATED',
      type: null,
      code: 'START_PROFILE_ALLOCATION_FAILED',
    }),
    eventKind: 'LOCALIZATION',
    operation: 'ALLOCATED',
    errorCode: 'START_PROFILE_ALLOCATION_FAILED',
    failures: 214,
    eids: 214,
    isMore: false,
    requests: 0,
    wholly: 0,
    failedResources: 0,
    resources: 0,
    countries: ['NO', 'SE', 'PL'].map((country) => ({ country, count: 71 })),
    others: 0,
    only: null,
  },
  severity: 'failed',
  rules: [],
  how: { banner: true, sound: false, badge: true },
  since: Date.UTC(2026, 0, 1, 14, 2),
  firstAt: Date.UTC(2026, 0, 1, 14, 2),
  lastAt: Date.UTC(2026, 0, 1, 14, 4),
  firstSeq: null,
  lastSeq: null,
  silence: null,
  deliveries: [],
  openedAt: null,
  seenAt: null,
};

export function LimitsPanel(props: { settings: AlarmSettings; rules: readonly AlarmRule[]; isDisabled: boolean }) {
  const { settings, rules, isDisabled: isFixed } = props;
  const { alarms } = useStores();
  const isInTeam = useTeam(({ received }) => received?.status != null);
  return (
    <Panel title="Limits">
      <div className="row wraps min-control gap-1-2">
        <span>At most</span>
        <NumberField
          label="Alarms per minute"
          value={settings.perMinute}
          {...ALARM_LIMITS.perMinute}
          isDisabled={isFixed}
          change={(perMinute) => void alarms.changeSettings({ perMinute })}
        />
        <span>alarms per minute, then “+312 not shown”</span>
      </div>
      <p className="row wraps min-control gap-1-2">
        <Check size={14} aria-hidden="true" /> Known events never create a second alarm
        <span className="meta">restart, replay, duplicate</span>
      </p>
      {isInTeam && (
        <div className="row wraps min-control gap-1-2">
          <Checkbox
            name="Acknowledge for the team"
            checked={settings.acknowledgesForTeam}
            disabled={isFixed}
            change={(acknowledgesForTeam) => void alarms.changeSettings({ acknowledgesForTeam })}
          />
          <span className="meta">an alarm that is opened on one desk is acknowledged on all</span>
        </div>
      )}
      <SoundPanel settings={settings} rules={rules} />
      <section className={styles['example']} aria-label="Example of a summary">
        <h3 className="meta">Example of a summary</h3>
        <p className="row strong gap-2">
          <OutcomeMark outcome="failed" /> {alarmTitle(EXAMPLE, 'UTC')}
        </p>
      </section>
    </Panel>
  );
}
