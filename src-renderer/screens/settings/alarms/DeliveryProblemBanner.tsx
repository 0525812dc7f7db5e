import { Button } from '../../../components/controls/Button.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import styles from './AlarmsSection.module.css';
import type { DeliveryProblem } from './delivery-problem.ts';

export function DeliveryProblemBanner(props: { problem: DeliveryProblem; requestPermission: () => Promise<void> }) {
  const { problem, requestPermission } = props;
  return (
    <section className={styles['delivery-problem']} aria-label="Notifications">
      <p>
        <strong>{problem.title}</strong> <Untrusted text={problem.words} />
      </p>
      {problem.canRequestPermission && (
        <Button variant="filled" onClick={() => void requestPermission()}>
          Allow notifications
        </Button>
      )}
    </section>
  );
}
