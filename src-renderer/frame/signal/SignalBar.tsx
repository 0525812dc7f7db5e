/** Heartbeat, with the session time as its tip, and domain. The domain is hidden first if space is short. */
import { isNotableOffset } from '../../../src-shared/domain/coverage/notable-offset.ts';
import { interruptionWords } from '../../../src-shared/words/interruption-words.ts';
import { lateEventWords } from '../../../src-shared/words/finding-parts.ts';
import type { TeamWatching } from '../../../src-shared/api/stream/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { keychainWaitsWords } from '../../words/sign-in-words.ts';
import { followersWords, waitingWords } from '../../words/team-words.ts';
import type { Signal } from '../../signal.ts';
import { useLastHeartbeatAt, useNow, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { lengthText, offsetText, stopwatchText } from '../../time/time-text.ts';
import { Age, NextTry } from '../../components/LiveTimes.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import styles from '../TopBar.module.css';
import { TakeOverHere } from './TakeOverHere.tsx';

interface SignalBarProps {
  readonly signal: Signal;
  readonly wall: boolean;
  readonly waitsForKeychain: boolean;
}

export function SignalBar({ signal, wall, waitsForKeychain }: SignalBarProps) {
  const stores = useStores();
  if (signal.kind === 'catching-up')
    return (
      <span className="fill quiet ellipsis">
        {signal.cause?.leftMs !== undefined && `${lengthText(signal.cause.leftMs)} left · `}
        {signal.cause !== null && visibleText(interruptionWords(signal.cause, 'page'))}
      </span>
    );
  if (waitsForKeychain) return <span className="fill quiet ellipsis">{keychainWaitsWords}</span>;
  if (signal.kind === 'reconnecting')
    return (
      <span className="fill quiet ellipsis">
        {signal.nextAttemptAt === null ? 'trying now' : <NextTry at={signal.nextAttemptAt} />}
        {signal.cause !== null && ` · ${visibleText(interruptionWords(signal.cause, 'page'))}`}
      </span>
    );
  return (
    <div className={styles['facts']}>
      {/* First, because the last facts are hidden if space is short. */}
      {signal.kind === 'watching' && signal.isElsewhere === true && !wall && <TakeOverHere />}
      {signal.kind === 'watching' && signal.team && <Seat team={signal.team} />}
      {signal.kind === 'watching' && (
        <div className={styles['clocks']}>
          {/* Fills the first line if the heartbeat does not fit. */}
          <i aria-hidden="true" />
          <Tooltip label={() => `Session ${stopwatchText(stores.now() - signal.sessionSince)} of 30:00`}>
            <span>
              <Heartbeat signal={signal} />
            </span>
          </Tooltip>
        </div>
      )}
      {signal.kind === 'watching' && signal.heldBackMs !== undefined && (
        <span className={styles['warning']}>{lateEventWords(signal.heldBackMs)}</span>
      )}
      <ProviderClock />
      {!wall && <Domain />}
    </div>
  );
}

function Seat({ team }: { team: TeamWatching }) {
  switch (team.kind) {
    case 'holding':
      return (
        <span>
          <span className={styles['seat']}>you hold the seat · {followersWords(team.followers)}</span>
        </span>
      );
    case 'alone':
      return (
        <span className={styles['warning']}>
          <span className={styles['seat']}>the team cannot see this · {waitingWords(team.waiting)}</span>
        </span>
      );
    case 'following':
      return null;
    default:
      return assertNever(team);
  }
}

function Heartbeat({ signal }: { signal: Extract<Signal, { kind: 'watching' }> }) {
  const { late, sessionSince } = signal;
  const lastHeartbeatAt = useLastHeartbeatAt();
  const intervalMs = useWatch(({ shown }) => (shown?.profile.heartbeat.intervalSeconds ?? 0) * 1_000);
  if (lastHeartbeatAt === null) return <FirstHeartbeat dueAt={sessionSince + intervalMs} since={sessionSince} />;
  return (
    <>
      {/* The signal's name already says that it is late. */}
      {late ? 'last' : 'heartbeat'}{' '}
      <span className="loud">
        <Age since={lastHeartbeatAt} />
      </span>{' '}
      ago
    </>
  );
}

/** Before the first heartbeat is due, shows the time until it. */
function FirstHeartbeat({ dueAt, since }: { dueAt: number; since: number }) {
  const seconds = Math.ceil((dueAt - useNow()) / 1_000);
  return (
    <>
      {seconds > 0 ? (
        `first heartbeat in ${seconds} s`
      ) : (
        <>
          no heartbeat yet, <Age since={since} />
        </>
      )}
    </>
  );
}

function Domain() {
  const named = useWatch(({ shown }) => shown?.profile.domain ?? null);
  return named === null ? null : <bdi className="mono">{visibleText(named)}</bdi>;
}

/** Shows the clock offset once, here; rows show both times unchanged. Source: `docs/service.md` §10.9. */
function ProviderClock() {
  const offsetMs = useWatch(({ shown }) => shown?.providerClockOffsetMs ?? null);
  if (!isNotableOffset(offsetMs)) return null;
  return <span className={styles['warning']}>Provider clock differs by {offsetText(offsetMs)}</span>;
}
