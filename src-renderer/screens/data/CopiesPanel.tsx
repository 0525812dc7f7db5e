/** The copies of the store: the daily ones, and how to make another now. */
import type { BackupCopy, StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import { eventsText, sizeText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Tip } from '../../components/Tip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useHiddenAction } from '../../rules/use-rules.ts';
import { useStorage, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { lacksWords } from '../../words/page-rule-words.ts';
import { failedCopyWords } from '../../words/storage-words.ts';
import { Act, Acts } from './Acts.tsx';
import styles from './DataScreen.module.css';

export function CopiesPanel(props: {
  copies: readonly BackupCopy[];
  backup: StoreCondition['backup'];
  practice: boolean;
}) {
  const { copies, backup, practice } = props;
  const { storage } = useStores();
  const isAsked = useStorage((state) => state.isCopying);
  const hidden = useHiddenAction('back-up');
  const isCopying = isAsked || backup.kind === 'running';
  return (
    <Panel
      title="Copies"
      beside={
        hidden === null ? (
          <Button variant="default" size="compact-xs" disabled={isCopying} onClick={() => void storage.backUp()}>
            {isCopying ? 'Copying …' : 'Make a copy now'}
          </Button>
        ) : (
          <a href={hrefOf('access')}>
            <Untrusted text={`Making one is hidden: needs ${lacksWords(hidden.lacks)}`} />
          </a>
        )
      }
    >
      <p className={styles['quiet']}>
        {practice
          ? 'Practice is copied only when you say so: it can be had again.'
          : 'The whole store in one file, made once a day while watching goes on, and read again to be sure. The newest two are kept; no secret is in them.'}
      </p>
      <Acts>
        {backup.kind === 'failed' && (
          <Act tone="failed" at={backup.at} behind=": not made">
            <Untrusted text={failedCopyWords(backup)} />
          </Act>
        )}
        {copies.map(({ path, at, bytes, storedEvents }) => (
          <Act key={path} at={at} figure={sizeText(bytes)}>
            {eventsText(storedEvents)}, checked
            <Path path={path} />
          </Act>
        ))}
        {copies.length === 0 && backup.kind !== 'failed' && <li className={styles['none']}>None yet.</li>}
      </Acts>
      <p className={styles['quiet']}>
        <code>watchfloor restore --from FILE</code> brings back what is missing, and doubles nothing.
      </p>
    </Panel>
  );
}

/** Its end tells one copy from another. */
function Path({ path }: { path: string }) {
  return (
    <span className={styles['path']}>
      <Tip label={visibleText(path)}>
        <span className={styles['path-text']}>
          <Untrusted text={path} lose="front" />
        </span>
      </Tip>
      <CopyButton text={path} label="Copy the path" />
    </span>
  );
}
