/** Shows what the service reports. Unknown values are shown as unknown, never as "no". */
import { useEffect, useState } from 'react';
import type { AccessReport } from '../../../src-shared/api/access.ts';
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { parsePermission } from '../../../src-shared/domain/profile/permission.ts';
import { accessAddress } from '../../address/screen-addresses.ts';
import { useAddressPart } from '../../address/use-address.ts';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { signInRemedy } from '../settings/sign-in/sign-in-remedy.ts';
import { useRemedy } from '../settings/sign-in/use-remedy.ts';
import { useAccess, useShownEntry, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { accessErrorWords, type AccessErrorWords } from '../../words/access-words.ts';
import styles from './AccessScreen.module.css';
import { HiddenParts } from './HiddenParts.tsx';
import { Identity } from './Identity.tsx';
import { Matrix } from './Matrix.tsx';
import { PermissionCheck } from './PermissionCheck.tsx';
import { RawResponse } from './RawResponse.tsx';

export function AccessScreen() {
  const { access } = useStores();
  const report = useAccess(({ value }) => value);
  const error = useAccess((state) => state.error);
  const [isRawOpen, setRawOpen] = useState(false);
  useEffect(() => access.poll(), [access]);
  return (
    <ScreenLayout
      title="Access"
      detail={
        isRawOpen && report !== null
          ? {
              key: 'raw',
              label: 'Answer as received',
              close: () => setRawOpen(false),
              content: <RawResponse report={report} close={() => setRawOpen(false)} />,
            }
          : null
      }
    >
      <ScrollRegion className={styles['access']} label="Access">
        <PermissionCheck report={report} />
        {report === null ? (
          <div className={styles['unknown']}>
            <AccessUnavailable error={error} />
          </div>
        ) : (
          <AccessReportView report={report} error={error} openRaw={() => setRawOpen(true)} />
        )}
      </ScrollRegion>
    </ScreenLayout>
  );
}

function AccessReportView(props: { report: AccessReport; error: Error | null; openRaw: () => void }) {
  const { report, error, openRaw } = props;
  const query = parsePermission(useAddressPart(accessAddress, 'can'));
  return (
    <>
      {error !== null && (
        <output className={styles['stale']}>
          <Untrusted text={`Could not be refreshed since then: ${accessErrorWords(error).detail}`} />
        </output>
      )}
      <div className={styles['columns']}>
        <Identity report={report} openRaw={openRaw} />
        <div className="stack shrinks gap-4">
          <Matrix report={report} query={query} />
          <HiddenParts />
        </div>
      </div>
    </>
  );
}

function AccessUnavailable({ error }: { error: Error | null }) {
  const lost = useWatch(({ wire }) => wire.kind === 'lost');
  const entry = useShownEntry();
  if (lost)
    return (
      <EmptyState
        title="The permissions were not read before the connection to Watchfloor was lost."
        detail="They are read when Watchfloor answers again."
      />
    );
  if (error === null) return <EmptyState title="Reading the permissions of this token …" />;
  const words = accessErrorWords(error);
  if (words.action === 'sign-in' && entry !== null) return <SignedOut words={words} entry={entry} />;
  return <EmptyState urgent title={words.title} detail={visibleText(words.detail)} action={<RetryButton />} />;
}

function SignedOut({ words, entry }: { words: AccessErrorWords; entry: ProfileEntry }) {
  const stream = useWatch(({ shown }) => shown?.stream ?? null);
  const helps = signInRemedy(entry, stream?.kind === 'sign-in-needed' ? stream.cause : null);
  const remedy = useRemedy(helps, entry);
  return (
    <EmptyState
      urgent
      title={words.title}
      detail={visibleText(remedy?.refusal?.words ?? words.detail)}
      action={
        remedy === null || helps === 'retry' ? (
          <RetryButton />
        ) : (
          <Button variant="filled" onClick={remedy.run}>
            {remedy.name}
          </Button>
        )
      }
    />
  );
}

function RetryButton() {
  const { access } = useStores();
  return <Button onClick={() => access.checkAgain()}>Try again</Button>;
}
