/**
 * Settings › Desktop: closing the window, starting at login, updates, and about. Only for the desktop app; a page in a
 * browser shows none of it.
 */
import { FolderOpen } from 'lucide-react';
import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { Checkbox } from '../../../components/overlay/DialogField.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { useHost } from '../../../stores/queries/use-query.ts';
import { useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { closedWindowWords } from '../../../words/desktop-words.ts';
import { failureWords } from '../../../words/error-words.ts';
import { SectionSheet } from '../SectionSheet.tsx';
import styles from './DesktopSection.module.css';
import { UpdatePanel } from './UpdatePanel.tsx';
import { type DesktopAccess, useDesktop } from './use-desktop.ts';

export function DesktopSection() {
  const host = useHost();
  if (host === null) return <EmptyState title="Reading the desktop settings …" />;
  if (!host.capabilities.desktop)
    return (
      <EmptyState
        title="This page is in a browser."
        detail="Window, start at login and updates are set in the desktop app."
      />
    );
  return <DesktopContent />;
}

function DesktopContent() {
  const desktop = useDesktop();
  const { state, trouble } = desktop;
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  if (state === null && trouble === null) return <EmptyState title="Reading the desktop settings …" />;
  return (
    <SectionSheet label="Desktop" width="text">
      <header>
        <h2 className={styles['title']}>Desktop</h2>
        <p className={styles['intro']}>For this program on this computer, and for every profile.</p>
      </header>
      {trouble !== null && (
        <p className={styles['refusal']} role="alert">
          {visibleText(failureWords(trouble))}
        </p>
      )}
      {state !== null && (
        <>
          <WindowPanel state={state} run={desktop.run} isFixed={isLost} />
          <UpdatePanel update={state.update} run={desktop.run} isFixed={isLost} />
          <AboutPanel about={state.about} run={desktop.run} isFixed={isLost} />
        </>
      )}
    </SectionSheet>
  );
}

type DesktopCalls = Pick<DesktopAccess, 'run'> & { readonly isFixed: boolean };

function WindowPanel({ state, run, isFixed }: DesktopCalls & { state: DesktopState }) {
  const { startsAtLogin, staysWhenClosed, keepsAwake, place: location } = state;
  return (
    <Panel title="Window and start">
      <div className={styles['choice']}>
        <Checkbox
          name="Continue watching when the window is closed"
          checked={staysWhenClosed}
          disabled={isFixed}
          change={(on) => run((desktop) => desktop.stayWhenClosed.mutate({ on }))}
        />
        <p className={styles['note']}>
          {staysWhenClosed ? closedWindowWords(location) : 'Closing the window closes Watchfloor, and watching stops.'}
        </p>
      </div>
      <div className={styles['choice']}>
        <Checkbox
          name="Keep this computer awake while a profile is watched"
          checked={keepsAwake}
          disabled={isFixed}
          change={(on) => run((desktop) => desktop.keepAwake.mutate({ on }))}
        />
        <p className={styles['note']}>
          {keepsAwake
            ? 'It does not go to sleep by itself. The screen can, unless Watchfloor was started as a wall.'
            : 'When it goes to sleep, nothing is watched until it wakes.'}
        </p>
      </div>
      <div className={styles['choice']}>
        <Checkbox
          name="Start at login"
          checked={startsAtLogin === true}
          disabled={isFixed || startsAtLogin === null}
          change={(on) => run((desktop) => desktop.startAtLogin.mutate({ on }))}
        />
        <p className={styles['note']}>
          {startsAtLogin === null
            ? 'Only the installed program can start at login; this one runs from source.'
            : 'It watches the profiles that are set to start with Watchfloor.'}
        </p>
      </div>
    </Panel>
  );
}

function AboutPanel({ about, run, isFixed }: DesktopCalls & { about: DesktopState['about'] }) {
  const text = [`Watchfloor ${about.version}`, ...about.parts.map(({ name, version }) => `${name} ${version}`)].join(
    '\n',
  );
  return (
    <Panel
      title={`Watchfloor ${about.version}`}
      headExtra={<CopyButton text={text} label="Copy all" />}
      foot={
        <div className={styles['ways']}>
          <Button
            variant="default"
            leftSection={<FolderOpen size={14} aria-hidden="true" />}
            disabled={isFixed}
            onClick={() => run((desktop) => desktop.openLogs.mutate())}
          >
            Show logs
          </Button>
          <a href={hrefOf('settings', { part: 'about' })}>Licences</a>
        </div>
      }
    >
      <dl className={styles['facts']}>
        {about.parts.map(({ name, version }) => (
          <NameAndValue key={name} name={name} value={version} />
        ))}
        <NameAndValue name="Data" value={about.dataFolder} />
        <NameAndValue name="Logs" value={about.logFolder} />
      </dl>
    </Panel>
  );
}

function NameAndValue({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{visibleText(value)}</dd>
    </div>
  );
}
