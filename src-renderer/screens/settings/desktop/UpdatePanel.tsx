import type { UpdateState } from '../../../../src-shared/api/desktop.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { ManagedNote } from '../../../components/ManagedNote.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { Progress } from '../../../components/Progress.tsx';
import { Time } from '../../../components/Time.tsx';
import type { BackendClient } from '../../../backend/client.ts';
import { type UpdateAction, updateWords } from '../../../words/desktop-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import styles from './DesktopSection.module.css';
import type { DesktopAccess } from './use-desktop.ts';

export function UpdatePanel(props: { update: UpdateState; run: DesktopAccess['run']; isFixed: boolean }) {
  const { update, run, isFixed } = props;
  const { sentence, detail, action, isError } = updateWords(update);
  const at = momentOf(update);
  return (
    <Panel
      title="Updates"
      headExtra={at === null ? null : <Time at={at} />}
      {...(isError && { tone: 'failed' as const })}
    >
      <output className={styles['update']}>
        <p>{visibleText(sentence)}</p>
        {update.kind === 'downloading' && <Progress share={update.percent / 100} label="Download progress" />}
        {detail !== null && <p className={styles['note']}>{visibleText(detail)}</p>}
      </output>
      <ManagedNote settings={['updateFeed', 'updatePublisher', 'updateChannel']} />
      {action !== null && (
        <div>
          <Button
            variant={action.what === 'check' ? 'default' : 'filled'}
            disabled={isFixed}
            onClick={() => run((desktop) => act(desktop, action.what))}
          >
            {visibleText(action.name)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function act(desktop: BackendClient['desktop'], action: UpdateAction): Promise<void> {
  switch (action) {
    case 'check':
      return desktop.checkForUpdate.mutate();
    case 'load':
      return desktop.downloadUpdate.mutate();
    case 'install':
      return desktop.installUpdate.mutate();
    default:
      return assertNever(action);
  }
}

function momentOf(update: UpdateState): number | null {
  if (update.kind === 'failed') return update.at;
  return update.kind === 'idle' ? update.checkedAt : null;
}
