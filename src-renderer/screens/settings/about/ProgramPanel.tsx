/** Names the program, the system below it, and the data folder. */
import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HostDescription } from '../../../../src-shared/api/watch.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { useRequest } from '../../../stores/queries/use-request.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import styles from './AboutSection.module.css';
import { AnotherBrowser } from './AnotherBrowser.tsx';

export function ProgramPanel({ host: { version, about, capabilities } }: { host: HostDescription }) {
  const kind = capabilities.desktop ? 'desktop app' : 'web host, shown in a browser';
  const facts = [
    ['Watchfloor', version],
    ['Runs as', kind],
    ...about.parts.map(({ name, version: of }) => [name, of] as const),
  ] as const;
  const text = [...facts, ['Data folder', about.dataFolder]].map((fact) => fact.join(': ')).join('\n');
  return (
    <Panel
      title="This program"
      headExtra={<CopyButton text={text} label="Copy all" />}
      foot={capabilities.desktop ? <Folders /> : <AnotherBrowser />}
    >
      <dl className="grid gap-1">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name="Data folder">
          {visibleText(about.dataFolder)} <CopyButton text={about.dataFolder} label="Copy the data folder" />
        </Fact>
        <Fact name="Logs">{visibleText(about.logFolder)}</Fact>
        <Fact name="Documents">
          <a href={hrefOf('settings', { part: 'documents' })}>All documents</a>
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Folders() {
  const { desktop } = useStores().backend;
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const { run, error } = useRequest();
  const open = (folder: 'data' | 'logs', name: string) => (
    <Button icon={FolderOpen} disabled={isLost} onClick={() => void run(() => desktop.openFolder.mutate({ folder }))}>
      {name}
    </Button>
  );
  return (
    <div className={styles['ways']}>
      {open('data', 'Open data folder')}
      {open('logs', 'Show logs')}
      <ErrorNote error={error} />
    </div>
  );
}
