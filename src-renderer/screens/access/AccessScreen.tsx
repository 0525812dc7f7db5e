/**
 * Who the token of the shown watch is and what it may do, as the service says; and what the rules of the profile hide
 * from it. What is not known is said to be unknown, never "no".
 */
import { useEffect, useState } from 'react';
import type { AccessReport } from '../../../src-shared/api/access.ts';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { readRight } from '../../../src-shared/domain/permission.ts';
import { accessAddress } from '../../address/screen-addresses.ts';
import { useAddressPart } from '../../address/use-address.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { signInRemedy } from '../../frame/sign-in-remedy.ts';
import { useRemedy } from '../../frame/use-remedy.ts';
import { useAccess, useProfiles, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { noAnswerWords, type NoAnswerWords } from '../../words/access-words.ts';
import styles from './AccessScreen.module.css';
import { HiddenHere } from './HiddenHere.tsx';
import { Identity } from './Identity.tsx';
import { Matrix } from './Matrix.tsx';
import { Question } from './Question.tsx';
import { RawAnswer } from './RawAnswer.tsx';

export function AccessScreen() {
  const { access } = useStores();
  const report = useAccess(({ value }) => value);
  const error = useAccess((state) => state.error);
  const [isRawOpen, setRawOpen] = useState(false);
  useEffect(() => access.look(), [access]);
  return (
    <ScreenLayout
      title="Access"
      detail={
        isRawOpen && report !== null
          ? {
              key: 'raw',
              label: 'The answer as it came',
              close: () => setRawOpen(false),
              content: <RawAnswer report={report} close={() => setRawOpen(false)} />,
            }
          : null
      }
    >
      <ScrollRegion className={styles['access']} label="Access">
        <Question report={report} />
        {report === null ? (
          <div className={styles['unknown']}>
            <Unknown error={error} />
          </div>
        ) : (
          <Known report={report} error={error} openRaw={() => setRawOpen(true)} />
        )}
      </ScrollRegion>
    </ScreenLayout>
  );
}

function Known({ report, error, openRaw }: { report: AccessReport; error: Error | null; openRaw: () => void }) {
  const asked = readRight(useAddressPart(accessAddress, 'can'));
  return (
    <>
      {error !== null && (
        <output className={styles['stale']}>
          <Untrusted text={`Not asked again since then: ${noAnswerWords(error).detail}`} />
        </output>
      )}
      <div className={styles['columns']}>
        <Identity report={report} openRaw={openRaw} />
        <div className={styles['tables']}>
          <Matrix report={report} asked={asked} />
          <HiddenHere />
        </div>
      </div>
    </>
  );
}

function Unknown({ error }: { error: Error | null }) {
  const lost = useWatch(({ wire }) => wire.kind === 'lost');
  const entry = useShownEntry();
  if (lost)
    return (
      <EmptyState
        title="What this token may do was not read before the connection to Watchfloor was lost."
        detail="It is read as soon as Watchfloor answers again."
      />
    );
  if (error === null) return <EmptyState title="Asking the service who this token is …" />;
  const words = noAnswerWords(error);
  if (words.action === 'sign-in' && entry !== null) return <SignedOut words={words} entry={entry} />;
  return <EmptyState urgent title={words.title} detail={visibleText(words.detail)} action={<TryAgain />} />;
}

/** What helps is what the bar offers, and does it at once. */
function SignedOut({ words, entry }: { words: NoAnswerWords; entry: ProfileEntry }) {
  const stream = useWatch(({ shown }) => shown?.stream ?? null);
  const helps = signInRemedy(entry, stream?.kind === 'sign-in-needed' ? stream.cause : null);
  const remedy = useRemedy(helps, entry);
  return (
    <EmptyState
      urgent
      title={words.title}
      detail={visibleText(remedy?.refusal?.words ?? words.detail)}
      action={remedy === null || helps === 'retry' ? <TryAgain /> : <Button onClick={remedy.run}>{remedy.name}</Button>}
    />
  );
}

function TryAgain() {
  const { access } = useStores();
  return (
    <Button variant="default" onClick={() => access.checkAgain()}>
      Try again
    </Button>
  );
}

function useShownEntry(): ProfileEntry | null {
  const shown = useWatch((state) => state.shown?.profile.id ?? null);
  return useProfiles(({ entries }) => entries?.find(({ id }) => id === shown) ?? null);
}
