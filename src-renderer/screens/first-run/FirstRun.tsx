import { hrefOf } from '../../address/use-address.ts';
import { CommandKeys } from '../../components/CommandKeys.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useHost } from '../../stores/queries/use-query.ts';
import { ConnectCard } from './ConnectCard.tsx';
import styles from './FirstRun.module.css';
import { SavedProfiles } from './SavedProfiles.tsx';
import { PracticeCard } from './PracticeCard.tsx';

export function FirstRun() {
  const host = useHost();
  return (
    <ScrollRegion className={styles['first']} label="First steps">
      <header>
        <h1 className={styles['title']}>Watch your connectivity service all shift</h1>
        <p className={styles['intro']}>
          See whether the notification stream is up, what failed and what it means, and when the stream was not watched.
          Everything received is stored on this computer.
        </p>
      </header>
      <SavedProfiles />
      <div className={styles['choices']}>
        <ConnectCard />
        {host?.capabilities.practice !== false && <PracticeCard />}
      </div>
      <p className={styles['tail']}>
        <span>
          <CommandKeys id="spotlight.open" /> commands
        </span>
        <span>
          <CommandKeys id="keys.open" /> keys
        </span>
        <a href={hrefOf('settings')}>Settings</a>
        {host !== null && <span>Version {host.version}</span>}
      </p>
    </ScrollRegion>
  );
}
