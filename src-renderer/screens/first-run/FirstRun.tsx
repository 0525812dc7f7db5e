/** No profile is open: what Watchfloor is, and the two ways to begin. */
import { useEffect, useState } from 'react';
import type { HostDescription } from '../../../src-shared/api/watch.ts';
import { CommandKeys } from '../../commands/CommandKeys.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { ConnectCard } from './ConnectCard.tsx';
import styles from './FirstRun.module.css';
import { PracticeCard } from './PracticeCard.tsx';

export function FirstRun() {
  const host = useHost();
  return (
    <ScrollRegion className={styles['first']} label="First steps">
      <header>
        <h1 className={styles['title']}>Watch your connectivity service all shift</h1>
        <p className={styles['lead']}>
          See whether the notification stream is up, what failed and what it means, and when nobody was listening.
          Everything received is kept on this computer.
        </p>
      </header>
      <div className={styles['choices']}>
        <ConnectCard keychain={host?.capabilities.osKeychain === true} />
        {host?.capabilities.practice !== false && <PracticeCard />}
      </div>
      <p className={styles['tail']}>
        <span>
          <CommandKeys id="spotlight.open" /> commands
        </span>
        <span>
          <CommandKeys id="keys.open" /> keys
        </span>
        {host !== null && <span>Version {host.version}</span>}
      </p>
    </ScrollRegion>
  );
}

function useHost(): HostDescription | null {
  const { backend } = useStores();
  const [host, setHost] = useState<HostDescription | null>(null);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  useEffect(() => {
    if (!isAnswering) return undefined;
    let isWanted = true;
    // Without an answer, what depends on it says so when it is used.
    backend.host.describe().then(
      (description) => {
        if (isWanted) setHost(description);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [backend, isAnswering]);
  return host;
}
