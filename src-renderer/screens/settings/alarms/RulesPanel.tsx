import { Lock } from 'lucide-react';
import type { AlarmsSnapshot } from '../../../../src-shared/api/alarms.ts';
import { type AlarmSettings, MAX_SIGNAL_DELAY_MS } from '../../../../src-shared/domain/cases/alarm.ts';
import { alarmTitle } from '../../../../src-shared/words/alarms/alarm-words.ts';
import { Time } from '../../../components/Time.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ChannelToggles } from './ChannelToggles.tsx';
import { RuleLine } from './RuleLine.tsx';
import styles from './RulesPanel.module.css';
import { useIanaZone } from '../../../alarms/use-iana-zone.ts';

interface RulesPanelProps {
  readonly snapshot: AlarmsSnapshot;
  readonly settings: AlarmSettings;
  readonly isDisabled: boolean;
}

export function RulesPanel({ snapshot, settings, isDisabled: isFixed }: RulesPanelProps) {
  const { alarms } = useStores();
  const zone = useIanaZone();
  const lastSignal = snapshot.alarms.find(({ about }) => about.kind === 'signal');
  return (
    <section className={styles['panel']} aria-label="Rules">
      <table className={styles['table']}>
        <colgroup>
          <col className={styles['switch']} />
          <col />
          <col className={styles['when']} />
          <col className={styles['channels']} />
          <col className={styles['last']} />
          <col className={styles['more']} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">On</span>
            </th>
            <th scope="col">Rule</th>
            <th scope="col">When</th>
            <th scope="col">How</th>
            <th scope="col">Last</th>
            <th scope="col">
              <span className="visually-hidden">More</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {snapshot.rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} settings={settings} zone={snapshot.zone} isDisabled={isFixed} />
          ))}
          <tr className={styles['locked']}>
            <td>
              <Lock size={14} aria-hidden="true" />
            </td>
            <th scope="row">
              Blind, stream in use, sign-in needed, not storing
              <span className={styles['condition']}>when not watching, or not storing</span>
            </th>
            <td className="quiet">Always; after {MAX_SIGNAL_DELAY_MS / 60_000} minutes in quiet hours</td>
            <td>
              <ChannelToggles
                label="problems with watching"
                channels={{ banner: true, sound: settings.watching.sound, badge: true }}
                disabled={isFixed ? 'all' : 'all-but-sound'}
                change={({ sound }) => void alarms.changeSettings({ watching: { sound } })}
              />
            </td>
            <td className="quiet">
              {lastSignal === undefined ? (
                'never'
              ) : (
                <>
                  <Time at={lastSignal.firstAt} />
                  <span className="wide-only"> {visibleText(alarmTitle(lastSignal, zone))}</span>
                </>
              )}
            </td>
            <td className={styles['always']}>always on</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
