import type { BackupCopy, StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import { eventsText, percentText, sizeText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Progress } from '../../components/Progress.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useHiddenAction } from '../../rules/use-page-rules.ts';
import { useStorage, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { missingRightsWords } from '../../words/page-rule-words.ts';
import { failedBackupWords } from '../../words/storage-words.ts';
import { StoreHistoryEntry, StoreHistory } from './StoreHistory.tsx';
import styles from './DataScreen.module.css';

export function BackupsPanel(props: {
  copies: readonly BackupCopy[];
  backup: StoreCondition['backup'];
  practice: boolean;
  bytes: number | null;
}) {
  const { copies, backup, practice, bytes } = props;
  const { storage } = useStores();
  const isRequested = useStorage((state) => state.isBackingUp);
  const hidden = useHiddenAction('back-up');
  const isCopying = isRequested || backup.kind === 'running';
  return (
    <Panel
      title="Copies"
      headExtra={
        hidden === null ? (
          <Button size="compact-xs" disabled={isCopying} onClick={() => void storage.backUp()}>
            {isCopying ? 'Copying …' : 'Make a copy now'}
          </Button>
        ) : (
          <a href={hrefOf('access')}>
            <Untrusted text={`Making one is hidden: needs ${missingRightsWords(hidden.missingRights)}`} />
          </a>
        )
      }
    >
      <p className="quiet">
        {practice
          ? 'Practice is copied only on request: it can be started again.'
          : 'One file with all events, sessions, gaps and actions, made and verified daily while watching continues. The newest two are stored; they contain no secrets.'}
      </p>
      {backup.kind === 'running' && <Copying share={backup.share} bytes={bytes} />}
      <StoreHistory>
        {backup.kind === 'failed' && (
          <StoreHistoryEntry tone="failed" at={backup.at} suffix=": not made">
            <Untrusted text={failedBackupWords(backup)} />
          </StoreHistoryEntry>
        )}
        {copies.map((copy) => (
          <StoreHistoryEntry key={copy.path} at={copy.at} figure={sizeText(copy.bytes)}>
            {eventsText(copy.storedEvents)}, checked when it was made
            <Path path={copy.path} />
          </StoreHistoryEntry>
        ))}
        {copies.length === 0 && backup.kind !== 'failed' && <li className={styles['none']}>None yet.</li>}
      </StoreHistory>
    </Panel>
  );
}

/** Shows the copy's progress. The final step, in which the copy is read back, reports no progress. */
function Copying({ share, bytes }: { share: number; bytes: number | null }) {
  const figure = bytes === null ? '' : `: ${sizeText(bytes * share)} of ${sizeText(bytes)}`;
  return (
    <div>
      <p className={styles['answer']}>
        <span className="strong">Copying{figure}</span>
        <span className="strong">{percentText(share)}</span>
      </p>
      <Progress share={share} label="Copied" />
    </div>
  );
}

/** Truncates at the front, because the paths of copies differ at the end. */
function Path({ path }: { path: string }) {
  return (
    <span className="row quiet gap-1">
      <Tooltip label={() => visibleText(path)}>
        <span className="small shrinks clips mono-face">
          <Untrusted text={path} truncate="front" />
        </span>
      </Tooltip>
      <CopyButton text={path} label="Copy the path" />
    </span>
  );
}
