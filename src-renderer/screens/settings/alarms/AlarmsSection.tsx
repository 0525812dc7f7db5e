/** The alarms by cause with the reason for each, then rules, deadlines, quiet hours and limits. Changes apply immediately. */
import { Bell, Plus } from 'lucide-react';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { useState } from 'react';
import type { AlarmsSnapshot } from '../../../../src-shared/api/alarms.ts';
import { useIanaZone } from '../../../alarms/use-iana-zone.ts';
import { useNotificationPermission } from '../../../alarms/use-notification-permission.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { EmptyState, FailedState } from '../../../components/EmptyState.tsx';
import { currentSettings } from '../../../stores/alarms-store.ts';
import { useAlarms, useStores, useViews, useWatch } from '../../../stores/use-stores.ts';
import { SectionHead, SectionSheet } from '../SectionSheet.tsx';
import { AlarmHistory } from './AlarmHistory.tsx';
import { ZoneNote } from './ZoneNote.tsx';
import styles from './AlarmsSection.module.css';
import { BackTestPanel } from './BackTestPanel.tsx';
import { DeadlinesPanel } from './DeadlinesPanel.tsx';
import { deliveryProblem } from './delivery-problem.ts';
import { LimitsPanel } from './LimitsPanel.tsx';
import { QuietPanel } from './QuietPanel.tsx';
import { useRuleViews } from './use-rule-views.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { RulesPanel } from './RulesPanel.tsx';
import { DeliveryProblemBanner } from './DeliveryProblemBanner.tsx';

export function AlarmsSection() {
  const isWatching = useWatch(({ shown }) => shown !== null);
  const snapshot = useAlarms((state) => state.snapshot);
  const trouble = useAlarms((state) => state.feedError);
  if (!isWatching) return <EmptyState title="Alarms belong to a profile." detail="Watch one to set its alarms here." />;
  if (snapshot === null) return <AlarmsLoadError trouble={trouble} />;
  return (
    <SectionSheet label="Alarms" isWide>
      <AlarmsContent snapshot={snapshot} />
    </SectionSheet>
  );
}

function AlarmsContent({ snapshot }: { snapshot: AlarmsSnapshot }) {
  const { alarms } = useStores();
  const settings = useAlarms(currentSettings);
  const refusal = useAlarms((state) => state.requestError);
  const trouble = useAlarms((state) => state.feedError);
  const viewsRefusal = useViews((state) => (state.dialog === null ? state.requestError : null));
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const { permission, requestPermission } = useNotificationPermission();
  const [isMaking, setMaking] = useState(false);
  const zone = useIanaZone();
  const rules = useRuleViews();
  const isFixed = snapshot.readOnly || isLost;
  const problem = deliveryProblem(snapshot, permission, zone);
  const failed = trouble ?? refusal ?? viewsRefusal;
  if (settings === null) return null;
  return (
    <>
      <SectionHead
        title="Alarms"
        intro="The first failure of a group creates an alarm at once; the rest within two minutes become one summary."
      >
        <Button icon={Bell} disabled={isFixed} onClick={() => void alarms.test()}>
          Test alarm
        </Button>
        <Button
          variant={problem?.canRequestPermission === true ? 'default' : 'filled'}
          icon={Plus}
          disabled={isFixed}
          onClick={() => setMaking(true)}
        >
          Rule from a view
        </Button>
      </SectionHead>
      {problem !== null && <DeliveryProblemBanner problem={problem} requestPermission={requestPermission} />}
      <ErrorNote error={failed} />
      <ZoneNote {...snapshot} />
      <AlarmHistory snapshot={snapshot} isDisabled={isFixed} />
      <BackTestPanel settings={settings} views={rules} />
      <RulesPanel snapshot={snapshot} settings={settings} isDisabled={isFixed} />
      <DeadlinesPanel settings={settings} zone={snapshot.zone} isDisabled={isFixed} />
      <div className={styles['pair']}>
        <QuietPanel settings={settings} zone={snapshot.zone} quietUntil={snapshot.quietUntil} isDisabled={isFixed} />
        <LimitsPanel settings={settings} rules={snapshot.rules} isDisabled={isFixed} />
      </div>
      {isMaking && <RuleDialog close={() => setMaking(false)} />}
    </>
  );
}

function AlarmsLoadError({ trouble }: { trouble: Error | null }) {
  const { alarms } = useStores();
  if (trouble === null) return <EmptyState title="Reading the alarms …" />;
  return <FailedState title="The alarms could not be read." error={trouble} retry={() => alarms.resubscribe()} />;
}
