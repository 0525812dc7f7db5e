/** That notifications are not shown, why, and the one thing that can be done about it. */
import { Button } from '../../../components/Button.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import styles from './AlarmsPart.module.css';
import type { AlarmsStanding } from './alarms-standing.ts';

export function Standing({ standing, ask }: { standing: AlarmsStanding; ask: () => Promise<void> }) {
  return (
    <section className={styles['standing']} aria-label="Notifications">
      <p>
        <strong>{standing.title}</strong> <Untrusted text={standing.words} />
      </p>
      {standing.canAsk && <Button onClick={() => void ask()}>Allow notifications</Button>}
    </section>
  );
}
