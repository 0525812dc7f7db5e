/** Closing the window, starting at login and updates. Only for the desktop app. */
import type { BackendClient } from '../../../backend/client.ts';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import { Checkbox } from '../../../components/dialog/DialogField.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { useHost } from '../../../stores/queries/use-query.ts';
import { useWatch } from '../../../stores/use-stores.ts';
import { closedWindowWords } from '../../../words/desktop-words.ts';
import { SectionHead, SectionSheet } from '../SectionSheet.tsx';
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
    <SectionSheet label="Desktop">
      <SectionHead title="Desktop" intro="For this program on this computer, and for every profile." />
      <ErrorNote error={trouble} />
      {state !== null && (
        <>
          <WindowPanel state={state} run={desktop.run} isFixed={isLost} />
          <UpdatePanel update={state.update} run={desktop.run} isFixed={isLost} />
        </>
      )}
    </SectionSheet>
  );
}

type DesktopCalls = Pick<DesktopAccess, 'run'> & { readonly isFixed: boolean };

function WindowPanel({ state, run, isFixed }: DesktopCalls & { state: DesktopState }) {
  const { startsAtLogin, staysWhenClosed, keepsAwake, place: location } = state;
  const choice = (
    name: string,
    isOn: boolean,
    note: string,
    change: (desktop: BackendClient['desktop'], on: { readonly on: boolean }) => Promise<void>,
    isDisabled = isFixed,
  ) => (
    <div>
      <Checkbox
        name={name}
        checked={isOn}
        disabled={isDisabled}
        change={(on) => run((desktop) => change(desktop, { on }))}
      />
      <p className={`${styles['note']} ${styles['of-choice']}`}>{note}</p>
    </div>
  );
  return (
    <Panel title="Window and start">
      {choice(
        'Continue watching when the window is closed',
        staysWhenClosed,
        staysWhenClosed ? closedWindowWords(location) : 'Closing the window closes Watchfloor, and watching stops.',
        (desktop, on) => desktop.stayWhenClosed.mutate(on),
      )}
      {choice(
        'Keep this computer awake while a profile is watched',
        keepsAwake,
        keepsAwake
          ? 'It does not go to sleep by itself. The screen can, unless Watchfloor was started as a wall.'
          : 'When it goes to sleep, nothing is watched until it wakes.',
        (desktop, on) => desktop.keepAwake.mutate(on),
      )}
      {choice(
        'Start at login',
        startsAtLogin === true,
        startsAtLogin === null
          ? 'Only the installed program can start at login; this one runs from source.'
          : 'It watches the profiles that are set to start with Watchfloor.',
        (desktop, on) => desktop.startAtLogin.mutate(on),
        isFixed || startsAtLogin === null,
      )}
    </Panel>
  );
}
