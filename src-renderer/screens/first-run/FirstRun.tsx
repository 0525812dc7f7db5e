/** No profile is open: what Watchfloor is, and the two ways to begin. */
import { useCallback } from 'react';
import type { HostDescription } from '../../../src-shared/api/watch.ts';
import { CommandKeys } from '../../commands/CommandKeys.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useStores } from '../../stores/use-stores.ts';
import { ConnectCard } from './ConnectCard.tsx';
import styles from './FirstRun.module.css';
import { PracticeCard } from './PracticeCard.tsx';
import { useAnswer } from './use-answer.ts';

export function FirstRun() {
  const { backend } = useStores();
  const describe = useCallback(() => backend.host.describe(), [backend]);
  const host = useAnswer<HostDescription | null>(describe, null);
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
