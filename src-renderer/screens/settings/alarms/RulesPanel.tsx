/** What alarms: a line for each rule with how it does, and the one that nobody can switch off. */
import { Lock } from 'lucide-react';
import type { AlarmsState as Told } from '../../../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../../../src-shared/domain/alarm.ts';
import { alarmTitle } from '../../../../src-shared/words/alarm-words.ts';
import { Time } from '../../../components/Time.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { HowToggles } from './HowToggles.tsx';
import { RuleLine } from './RuleLine.tsx';
import styles from './RulesPanel.module.css';
import { useIanaZone } from '../../../alarms/use-iana-zone.ts';

interface RulesPanelProps {
  readonly told: Told;
  readonly settings: AlarmSettings;
  readonly isFixed: boolean;
}

export function RulesPanel({ told, settings, isFixed }: RulesPanelProps) {
  const { alarms } = useStores();
  const zone = useIanaZone();
  const lastSignal = told.alarms.find(({ about }) => about.kind === 'signal');
  return (
    <section className={styles['panel']} aria-label="Rules">
      <table className={styles['table']}>
        <colgroup>
          <col className={styles['switch']} />
          <col />
          <col className={styles['when']} />
          <col className={styles['how']} />
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
          {told.rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} settings={settings} isFixed={isFixed} />
          ))}
          <tr className={styles['locked']}>
            <td>
              <Lock size={14} aria-hidden="true" />
            </td>
            <th scope="row">Blind, seat taken, sign-in needed, not storing</th>
            <td className={styles['quiet']}>whenever nobody listens, or nothing is stored</td>
            <td>
              <HowToggles
                of="what is wrong with watching"
                how={{ banner: true, sound: settings.watching.sound, badge: true }}
                fixed={isFixed ? 'all' : 'all-but-sound'}
                change={({ sound }) => void alarms.change({ watching: { sound } })}
              />
            </td>
            <td className={styles['quiet']}>
              {lastSignal === undefined ? (
                'never'
              ) : (
                <>
                  <Time at={lastSignal.firstAt} />
                  <span className={styles['detail']}> {visibleText(alarmTitle(lastSignal, zone))}</span>
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
