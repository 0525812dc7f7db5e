/** One line for each thing that stands between the reader and the truth: what happened, and one action. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ServiceAnswer } from '../../src-shared/domain/stream-status.ts';
import { answerWords, causeWords } from '../../src-shared/words/cause-words.ts';
import { mendingWords } from '../../src-shared/words/store-words.ts';
import { asError } from '../backend/backend-error.ts';
import { type Signal } from '../signal.ts';
import { useAppearance, useSignal, useStores, useWatch } from '../stores/use-stores.ts';
import { visibleText } from '../text/visible-text.ts';
import { routePath, useRoute } from '../route.ts';
import { clockText, zoneText } from '../time/time-text.ts';
import { errorWords, troubleWords } from '../words/error-words.ts';
import { failedCopyWords, incidentTitle } from '../words/storage-words.ts';
import styles from './Notices.module.css';
import { useShutOut } from './use-shut-out.ts';

export function Notices() {
  const { signal } = useSignal();
  const { route } = useRoute();
  return (
    <>
      {signal.kind === 'wire-lost' && <WireNotice />}
      <StreamNotice signal={signal} />
      <StorageNotice />
      {/* That screen says all of it, with what can be done. */}
      {route.screen !== 'data' && <IncidentNotice />}
      {route.screen !== 'data' && <CopyNotice />}
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
  if (signal.kind === 'stopped') return <StoppedNotice />;
  if (!('cause' in signal)) return null;
  const { cause } = signal;
  const message = cause === null ? usualMessage(signal.kind) : causeWords(cause, errorWords);
  if (message === null) return null;
  return (
    <Notice
      tone={signal.kind === 'sign-in-needed' ? 'failed' : signal.kind === 'seat-taken' ? 'partial' : 'blind'}
      code={cause?.code}
      answer={cause?.answer}
      action={
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => {
            setRefusal(null);
            watch.retryNow().catch((error: unknown) => setRefusal(troubleWords(asError(error))));
          }}
        >
          Try now
        </Button>
      }
    >
      {visibleText(refusal ?? message)}
    </Notice>
  );
}

/** Where the store is to blame, its own notice says so. */
function StoppedNotice() {
  const isReadOnly = useWatch(({ shown }) => shown?.storage.kind === 'read-only');
  if (isReadOnly) return null;
  return (
    <Notice tone="failed">
      <strong>Nobody listens any more.</strong> What is stored can be read. Start Watchfloor again; if it stops again,
      its log says why.
    </Notice>
  );
}

/** Where the backend gave no cause. A first connection needs no explanation. */
function usualMessage(kind: 'reconnecting' | 'blind' | 'seat-taken' | 'sign-in-needed'): string | null {
  return kind === 'blind' ? 'Nothing was heard from the service for too long; events may be missed.' : null;
}

function StorageNotice() {
  // Without news from the backend nobody knows whether it still holds.
  const storage = useWatch(({ wire, shown }) => (wire.kind === 'open' && shown !== null ? shown.storage : null));
  const zone = useAppearance((state) => state.zone);
  if (storage?.kind === 'read-only')
    return (
      <Notice tone="failed" code={storage.error.code}>
        <strong>Nothing is watched, since nothing can be stored.</strong> {visibleText(errorWords(storage.error))} What
        is stored already can be read.
      </Notice>
    );
  if (storage?.kind !== 'failing') return null;
  const reason =
    storage.error === null ? 'Watchfloor does not know why; its log says more.' : errorWords(storage.error);
  const waiting = storage.waiting === 1 ? '1 event waits' : `${storage.waiting.toLocaleString('en-GB')} events wait`;
  return (
    <Notice tone="failed" code={storage.error?.code}>
      <strong>Events are not being stored</strong> since {clockText(storage.since, zone)}{' '}
      {zoneText(storage.since, zone)}. {visibleText(reason)} {waiting} in memory.
    </Notice>
  );
}

/** What happened to the store and what came of it, until somebody has understood it. */
function IncidentNotice() {
  const incident = useWatch(({ shown }) => shown?.store.incident ?? null);
  const zone = useAppearance((state) => state.zone);
  if (incident === null) return null;
  const { at, mending } = incident;
  return (
    <Notice tone={mending.kind === 'done' && incident.missing === 0 ? 'partial' : 'failed'} action={<ShowData />}>
      <strong>{incidentTitle(incident)}</strong>, noticed {clockText(at, zone)} {zoneText(at, zone)}.{' '}
      {mendingWords(incident)}
    </Notice>
  );
}

function CopyNotice() {
  const backup = useWatch(({ shown }) => shown?.store.backup ?? null);
  if (backup?.kind !== 'failed') return null;
  return (
    <Notice tone="partial" action={<ShowData />}>
      <strong>The store could not be copied.</strong> {visibleText(failedCopyWords(backup))}
    </Notice>
  );
}

function ShowData() {
  return (
    <Button component="a" href={`#${routePath({ screen: 'data' })}`} variant="default" size="compact-xs">
      Show
    </Button>
  );
}

function Notice(props: {
  tone: 'blind' | 'partial' | 'failed';
  code?: string | undefined;
  answer?: ServiceAnswer | null | undefined;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { tone, code, answer, action, children } = props;
  return (
    <div className={styles['notice']} data-tone={tone} role="alert">
      <div className={styles['words']}>
        <p>
          {children} {code !== undefined && <code className={styles['code']}>{visibleText(code)}</code>}
        </p>
        {answer !== null && answer !== undefined && <Answer answer={answer} />}
      </div>
      {action}
    </div>
  );
}

/** On request only, since it is text of whoever answered, be it a proxy's whole page. */
function Answer({ answer }: { answer: ServiceAnswer }) {
  const lines = answerWords(answer);
  if (lines.length === 0) return null;
  return (
    <details className={styles['answer']}>
      <summary>What the service answered</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{visibleText(line)}</li>
        ))}
      </ul>
    </details>
  );
}
