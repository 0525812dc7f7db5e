/**
 * Who the token of the shown watch is and what it may do, as the service says; and what the rules of the profile hide
 * from it. What is not known is said to be unknown, never "no".
 */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AccessReport } from '../../../src-shared/api/access.ts';
import { readRight } from '../../../src-shared/domain/permission.ts';
import { accessAddress } from '../../address/screen-addresses.ts';
import { goTo, hrefOf, useAddressPart } from '../../address/use-address.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { useAccess, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { noAnswerWords } from '../../words/access-words.ts';
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
  const { access } = useStores();
  const profile = useWatch(({ shown }) => shown?.profile);
  const lost = useWatch(({ wire }) => wire.kind === 'lost');
  if (lost)
    return (
      <EmptyState
        title="What this token may do was not read before the connection to Watchfloor was lost."
        detail="It is read as soon as Watchfloor answers again."
      />
    );
  if (error === null) return <EmptyState title="Asking the service who this token is …" />;
  const { title, detail, action } = noAnswerWords(error);
  return (
    <EmptyState
      urgent
      title={title}
      detail={visibleText(detail)}
      action={
        action === 'sign-in' && profile !== undefined && !profile.practice ? (
          <Button onClick={() => goTo(hrefOf('settings', { profile: profile.id }))}>Go to sign-in</Button>
        ) : (
          <Button variant="default" onClick={() => access.checkAgain()}>
            Try again
          </Button>
        )
      }
    />
  );
}
