/** No profile is open: what Watchfloor is, and the two ways to begin. */
import { useEffect, useState } from 'react';
import type { HostDescription } from '../../../src-shared/api/watch.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useStores } from '../../stores/use-stores.ts';
import { ConnectCard } from './ConnectCard.tsx';
import styles from './FirstRun.module.css';
import { PracticeCard } from './PracticeCard.tsx';

export function FirstRun() {
  const { backend } = useStores();
  const [host, setHost] = useState<HostDescription | null>(null);
  useEffect(() => {
    // Without an answer Practice stays hidden; the other way to begin needs none.
    backend.host.describe().then(setHost, () => undefined);
  }, [backend]);
  return (
    <ScrollRegion className={styles['first']} label="First steps">
      <header>
        <h1 className={styles['title']}>Watchfloor watches your connectivity service all shift</h1>
        <p className={styles['lead']}>
          It shows whether the notification stream is up, keeps every event, and says what failed, what it means, and
          when nobody was listening.
        </p>
      </header>
      <div className={styles['choices']}>
        {host?.capabilities.practice === true && <PracticeCard />}
        <ConnectCard keychain={host?.capabilities.osKeychain === true} />
      </div>
      {host !== null && <p className={styles['version']}>Version {host.version}</p>}
    </ScrollRegion>
  );
}
