/** The page only shows the command: no process may write the store meanwhile, and a running Watchfloor does. */
import type { BackupCopy } from '../../../src-shared/domain/store-condition.ts';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { restoreCommand } from './retention-days.ts';

export function RestorePanel({ newest }: { newest: BackupCopy | null }) {
  const command = newest === null ? 'watchfloor restore --from FILE' : restoreCommand(newest);
  return (
    <Panel title="Restore">
      <p className="quiet">
        Adds missing events under their old numbers, without duplicates or replacements, then checks everything. It
        prints the content of the copy and of the store. Close Watchfloor first, and start it again afterwards.
      </p>
      <p className="gap-2 flex items-start">
        <code className="fill breaks">
          <Untrusted text={command} />
        </code>
        {newest !== null && <CopyButton text={command} label="Copy the command" />}
      </p>
    </Panel>
  );
}
