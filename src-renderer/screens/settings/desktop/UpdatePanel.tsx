/** Updates of the program: how it stands, and the one thing that can be done next. */
import type { UpdateState } from '../../../../src-shared/api/desktop.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { Button } from '../../../components/Button.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { Progress } from '../../../components/Progress.tsx';
import { Time } from '../../../components/Time.tsx';
import type { DesktopClient } from '../../../backend/desktop-client.ts';
import { type UpdateDeed, updateWords } from '../../../words/desktop-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import styles from './DesktopPart.module.css';
import type { LookedDesktop } from './use-desktop.ts';

export function UpdatePanel(props: { update: UpdateState; ask: LookedDesktop['ask']; isFixed: boolean }) {
  const { update, ask, isFixed } = props;
  const { says, more, deed, isTrouble } = updateWords(update);
  const at = momentOf(update);
  return (
    <Panel
      title="Updates"
      beside={at === null ? null : <Time at={at} />}
      {...(isTrouble && { tone: 'failed' as const })}
    >
      <output className={styles['update']}>
        <p>{visibleText(says)}</p>
        {update.kind === 'downloading' && <Progress share={update.percent / 100} label="Loaded of the update" />}
        {more !== null && <p className={styles['note']}>{visibleText(more)}</p>}
      </output>
      {deed !== null && (
        <div>
          <Button
            variant={deed.what === 'check' ? 'default' : 'filled'}
            disabled={isFixed}
            onClick={() => ask((desktop) => act(desktop, deed.what))}
          >
            {visibleText(deed.name)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function act(desktop: DesktopClient, what: UpdateDeed): Promise<void> {
  switch (what) {
    case 'check':
      return desktop.checkForUpdate();
    case 'load':
      return desktop.loadUpdate();
    case 'install':
      return desktop.installUpdate();
    default:
      return assertNever(what);
  }
}

/** UTC epoch ms. */
function momentOf(update: UpdateState): number | null {
  if (update.kind === 'failed') return update.at;
  return update.kind === 'idle' ? update.checkedAt : null;
}
