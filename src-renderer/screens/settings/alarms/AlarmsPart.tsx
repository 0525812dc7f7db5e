/**
 * Settings › Alarms: what alarms and how, when it rests, and what alarmed today with why, or why not. Everything set here
 * holds at once.
 */
import { Bell, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AlarmsState as Told } from '../../../../src-shared/api/alarms.ts';
import { useNotificationLeave } from '../../../alarms/use-notification-leave.ts';
import { Button } from '../../../components/Button.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { settingsShown } from '../../../stores/alarms-store.ts';
import { useAlarms, useStores, useViews, useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { troubleWords } from '../../../words/error-words.ts';
import { PartSheet } from '../PartSheet.tsx';
import { AlarmHistory } from './AlarmHistory.tsx';
import styles from './AlarmsPart.module.css';
import { alarmsStanding } from './alarms-standing.ts';
import { LimitsPanel } from './LimitsPanel.tsx';
import { QuietPanel } from './QuietPanel.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RulesPanel } from './RulesPanel.tsx';
import { Standing } from './Standing.tsx';

export function AlarmsPart() {
  const isWatching = useWatch(({ shown }) => shown !== null);
  const told = useAlarms((state) => state.told);
  const trouble = useAlarms((state) => state.trouble);
  if (!isWatching)
    return <EmptyState title="Alarms belong to a profile." detail="Watch one, and what it alarms for is set here." />;
  if (told === null) return <Unread trouble={trouble} />;
  return (
    <PartSheet label="Alarms" width="table">
      <Told told={told} />
    </PartSheet>
  );
}

function Told({ told }: { told: Told }) {
  const { alarms } = useStores();
  const settings = useAlarms(settingsShown);
  const refusal = useAlarms((state) => state.refusal);
  const trouble = useAlarms((state) => state.trouble);
  const viewsRefusal = useViews((state) => (state.dialog === null ? state.refusal : null));
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const { leave, ask } = useNotificationLeave();
  const [isMaking, setMaking] = useState(false);
  const isFixed = told.readOnly || isLost;
  const standing = alarmsStanding(told, leave);
  const failed = trouble ?? refusal ?? viewsRefusal;
  if (settings === null) return null;
  return (
    <>
      <header className={styles['head']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>Alarms</h2>
          <p className={styles['lead']}>
            The first failure of a group alarms at once; the rest of two minutes become one summary.
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<Bell size={14} aria-hidden="true" />}
          disabled={isFixed}
          onClick={() => void alarms.test()}
        >
          Test alarm
        </Button>
        <Button
          variant={standing?.canAsk === true ? 'default' : 'filled'}
          leftSection={<Plus size={14} aria-hidden="true" />}
          disabled={isFixed}
          onClick={() => setMaking(true)}
        >
          Rule from a view
        </Button>
      </header>
      {standing !== null && <Standing standing={standing} ask={ask} />}
      {failed !== null && (
        <p className={styles['refusal']} role="alert">
          {visibleText(troubleWords(failed))}
        </p>
      )}
      <RulesPanel told={told} settings={settings} isFixed={isFixed} />
      <div className={styles['pair']}>
        <QuietPanel settings={settings} zoneHere={told.zoneHere} quietUntil={told.quietUntil} isFixed={isFixed} />
        <LimitsPanel settings={settings} rules={told.rules} isFixed={isFixed} />
      </div>
      <AlarmHistory told={told} isFixed={isFixed} />
      {isMaking && <RuleDialog close={() => setMaking(false)} />}
    </>
  );
}

function Unread({ trouble }: { trouble: Error | null }) {
  const { alarms } = useStores();
  if (trouble === null) return <EmptyState title="Reading the alarms …" />;
  return (
    <EmptyState
      urgent
      title="The alarms could not be read."
      detail={visibleText(troubleWords(trouble))}
      action={
        <Button variant="default" onClick={() => alarms.followAgain()}>
          Try again
        </Button>
      }
    />
  );
}
