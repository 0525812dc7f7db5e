/** Makes a launch link, as the terminal shows it. Only this component has it, until it expires. */
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { useRequest } from '../../../stores/queries/use-request.ts';
import { useNow, useStores, useWatch } from '../../../stores/use-stores.ts';
import styles from './AboutSection.module.css';

/** The host accepts a link for this long. */
const LINK_LIFETIME_MS = 60_000;

export function AnotherBrowser() {
  const stores = useStores();
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const { run, error } = useRequest();
  const [made, setMade] = useState<{ readonly link: string; readonly at: number } | null>(null);
  const isAlive = useNow() - (made?.at ?? 0) < LINK_LIFETIME_MS;
  const make = () =>
    run(async () => {
      const at = stores.now();
      setMade({ link: await stores.backend.wire.makeLink(), at });
    });
  return (
    <div className="stack gap-2">
      <div className={styles['ways']}>
        <Button icon={ExternalLink} disabled={isLost} onClick={() => void make()}>
          Open in another browser
        </Button>
        {made !== null && isAlive && (
          <>
            <input
              className={`${styles['link']} text-field`}
              aria-label="Link for another browser"
              readOnly
              value={made.link}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyButton text={made.link} label="Copy the link" word="Copy" />
          </>
        )}
      </div>
      <p className="meta pretty">
        {made !== null && isAlive
          ? 'Open this link in the other browser, on this computer. It works once, within a minute, and has your rights.'
          : 'Makes a link that works once, within a minute. A newer link replaces it.'}
      </p>
      <ErrorNote error={error} />
    </div>
  );
}
