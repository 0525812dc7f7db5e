/** One line for each thing that stands between the reader and the truth: what happened, and one action. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Signal } from '../signal.ts';
import { useAppearance, useSignal, useStores, useWatch } from '../stores/use-stores.ts';
import { clockText, zoneText } from '../time/time-text.ts';
import styles from './Notices.module.css';
import { useShutOut } from './use-shut-out.ts';

export function Notices() {
  const { signal } = useSignal();
  return (
    <>
      {signal.kind === 'wire-lost' && <WireNotice />}
      <StreamNotice signal={signal} />
      <StorageNotice />
    </>
  );
}

function WireNotice() {
  const shutOut = useShutOut();
  return (
    <Notice
      tone="blind"
      action={
        <Button variant="default" size="compact-xs" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      }
    >
      {shutOut
        ? 'Watchfloor was restarted, and this browser has no session here any more. Open the link that it printed when it started. What is shown stays readable but is old.'
        : 'This page gets no news from Watchfloor. What is shown stays readable but may be old; it connects again by itself.'}
    </Notice>
  );
}

function StreamNotice({ signal }: { signal: Signal }) {
  const { watch } = useStores();
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!('cause' in signal)) return null;
  const message = signal.cause?.message ?? usualMessage(signal.kind);
  if (message === null) return null;
  return (
    <Notice
      tone={signal.kind === 'sign-in-needed' ? 'failed' : signal.kind === 'seat-taken' ? 'partial' : 'blind'}
      code={signal.cause?.code}
      action={
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => {
            setRefusal(null);
            watch
              .retryNow()
              .catch((error: unknown) => setRefusal(error instanceof Error ? error.message : String(error)));
          }}
        >
          Try now
        </Button>
      }
    >
      {refusal ?? message}
    </Notice>
  );
}

/** Where the backend gave no cause. A first connection needs no explanation. */
function usualMessage(kind: 'reconnecting' | 'blind' | 'seat-taken' | 'sign-in-needed'): string | null {
  return kind === 'blind' ? 'Nothing was heard from the service for too long; events may be missed.' : null;
}

function StorageNotice() {
  // Without news from the backend nobody knows whether it still holds.
  const storage = useWatch(({ wire, seen }) =>
    wire.kind === 'open' && seen?.snapshot.kind === 'open' ? seen.snapshot.storage : null,
  );
  const zone = useAppearance((state) => state.zone);
  if (storage?.kind !== 'failing') return null;
  const waiting = storage.waiting === 1 ? '1 event waits' : `${storage.waiting.toLocaleString('en-GB')} events wait`;
  return (
    <Notice tone="failed" code={storage.code}>
      <strong>Events are not being stored</strong> since {clockText(storage.since, zone)}{' '}
      {zoneText(storage.since, zone)}. {storage.message} {waiting} in memory.
    </Notice>
  );
}

function Notice(props: {
  tone: 'blind' | 'partial' | 'failed';
  code?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles['notice']} data-tone={props.tone} role="alert">
      <p className={styles['words']}>
        {props.children} {props.code !== undefined && <code className={styles['code']}>{props.code}</code>}
      </p>
      {props.action}
    </div>
  );
}
