/** Saving is recorded as an action on the cases, with the provider's ticket if there is one. */
import { Copy, Package } from 'lucide-react';
import { ErrorNote } from '../ErrorNote.tsx';
import { useRequest } from '../../stores/queries/use-request.ts';
import type { PackQuery } from '../../../src-shared/api/reports.ts';
import { sizeText } from '../../../src-shared/words/store-words.ts';
import { Overlay } from '../overlay/Overlay.tsx';
import { useStores } from '../../stores/use-stores.ts';
import { useCommand } from '../../commands/use-commands.ts';
import { Button } from '../controls/Button.tsx';
import { CloseButton } from '../controls/CloseButton.tsx';
import { Keycap } from '../Keycap.tsx';
import { useRecordAction } from '../case-actions/use-record-action.ts';
import { ScrollRegion } from '../ScrollRegion.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { copiedWords, useCopyText } from '../controls/use-copy.ts';
import { PackDocument } from './PackDocument.tsx';
import { PackOptions } from './PackOptions.tsx';
import styles from './SupportPack.module.css';
import { usePack } from './use-pack.ts';

export interface SupportPackViewProps {
  readonly subject: PackQuery['of'];
  readonly description: string;
  readonly close: () => void;
}

export function SupportPackView({ subject, description, close }: SupportPackViewProps) {
  const pack = usePack(subject);
  const { person } = useStores();
  const { act } = useRecordAction();
  const { copied, copy } = useCopyText();
  const copying = useRequest();
  const { preview, saving, file, isAnswering } = pack;
  const isReady = preview !== null && isAnswering && !saving.isRunning;
  const isNamed = pack.name === null || pack.name.trim() !== '';
  const isSaved = file !== null;

  async function save(): Promise<void> {
    if (!isReady || isSaved || !isNamed) return;
    if (pack.name !== null) person.setName(pack.name);
    if (!(await pack.save())) return;
    const subjects = subject.kind === 'cases' ? subject.keys : subject.kind === 'group' ? [subject.cause] : [];
    const ticket = pack.ticket.trim() === '' ? null : pack.ticket.trim();
    await act({ subjects, name: description, count: subjects.length }, { kind: 'pack', ticket });
  }
  const run = (): void => void save();
  useCommand({
    id: 'pack.save',
    title: 'Save the support pack',
    group: 'Case',
    keys: ['Ctrl+S'],
    everywhere: true,
    keysOnly: true,
    run,
  });
  const copyText = (): void => void copying.run(async () => copy(await pack.text()));
  const failed = saving.error ?? pack.previewError ?? copying.error;
  return (
    <Overlay label="Support pack" close={close} isTall>
      <div className={styles['dialog']}>
        <header className={styles['head']}>
          <Package size={16} aria-hidden="true" />
          <h2>Support pack</h2>
          <Untrusted className="fill quiet" text={description} truncate="end" />
          <CloseButton close={close} />
        </header>
        <div className={styles['body']}>
          <ScrollRegion className={styles['options'] ?? ''} label="Content of the pack">
            <PackOptions {...pack} />
          </ScrollRegion>
          <ScrollRegion className={styles['sheet'] ?? ''} label="Preview of the pack">
            {preview === null ? <p className={styles['quiet']}>Reading …</p> : <PackDocument preview={preview} />}
          </ScrollRegion>
        </div>
        <footer className="row fixed gap-2 ruled pad-3-4">
          <Foot pack={pack} failed={failed} isNamed={isNamed} />
          <Button variant="subtle" onClick={close}>
            {isSaved ? 'Close' : 'Cancel'}
          </Button>
          <Button disabled={!isReady} icon={Copy} onClick={copyText}>
            {copiedWords(copied, 'Copy as text')}
          </Button>
          <Button
            variant="filled"
            data-autofocus
            disabled={!isReady || isSaved || !isNamed}
            rightSection={<Keycap name="Ctrl S" />}
            onClick={run}
          >
            {saving.isRunning ? 'Saving …' : isSaved ? 'Saved' : 'Save pack'}
          </Button>
        </footer>
      </div>
    </Overlay>
  );
}

interface FootProps {
  readonly pack: ReturnType<typeof usePack>;
  readonly failed: Error | null;
  readonly isNamed: boolean;
}

function Foot({ pack: { preview, file }, failed, isNamed }: FootProps) {
  if (failed !== null)
    return (
      <div className="meta fill">
        <ErrorNote error={failed} />
      </div>
    );
  if (file !== null) {
    const { path, href, fileName } = file;
    return (
      <output className="meta fill">
        Saved <Untrusted text={path} truncate="front" />
        {href !== null && (
          <>
            {' · '}
            <a href={href} download={fileName}>
              Download again
            </a>
          </>
        )}
      </output>
    );
  }
  if (preview === null) return <span className="meta fill" />;
  if (!isNamed) return <output className="meta fill">Enter your name to save the pack.</output>;
  const { fileName, bytes, files } = preview;
  return (
    <span className="meta fill">
      <Untrusted text={fileName} /> · {sizeText(bytes)} · {files.length} file{files.length === 1 ? '' : 's'}
    </span>
  );
}
