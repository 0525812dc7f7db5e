import { hrefOf } from '../../address/use-address.ts';
import { LastReported } from '../../components/LastReported.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useDay } from '../../stores/use-stores.ts';
import { summarize } from '../../../src-shared/words/events/summarize.ts';
import styles from './WatchPanels.module.css';
import { TitledPanel } from '../../components/TitledPanel.tsx';

export function RecentSuccesses() {
  const recentSuccesses = useDay((state) => state.recentSuccesses.value);
  return (
    <TitledPanel title="Recent successes" note={<LastReported newestAt={recentSuccesses?.[0]?.receivedAt ?? null} />}>
      <ul className={styles['successes']}>
        {recentSuccesses?.map((event) => (
          <li key={event.seq}>
            <OutcomeMark outcome="succeeded" />
            <Time at={event.receivedAt} />
            <a className="one-line underlines undecorated" href={hrefOf('timeline', { event: event.seq })}>
              <Untrusted text={summarize(event)} />
            </a>
            {event.eid !== null && <ShortId value={event.eid} name="EID" />}
            {event.countryCode !== null && <Untrusted text={event.countryCode} />}
          </li>
        ))}
        {recentSuccesses?.length === 0 && <li className={styles['nothing']}>No successes yet.</li>}
      </ul>
    </TitledPanel>
  );
}
