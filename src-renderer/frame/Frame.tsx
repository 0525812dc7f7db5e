/** Each region has its own error boundary, so that an error in one leaves the others, above all the signal, working. */
import { useLayoutEffect } from 'react';
import { isWall } from '../address/is-wall.ts';
import { AlarmNotifications } from '../alarms/AlarmNotifications.tsx';
import type { ScreenName } from '../address/screen-addresses.ts';
import { goTo, hrefOf, useScreenName } from '../address/use-address.ts';
import type { Command, NewCommand } from '../commands/command.ts';
import { KeysDialog } from './commands/KeysDialog.tsx';
import { PageCommands } from './commands/PageCommands.tsx';
import { Spotlight } from './spotlight/Spotlight.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { ActionDialog } from '../components/case-actions/ActionDialog.tsx';
import { UndoBar } from '../components/case-actions/UndoBar.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { LaterRetry, useLaterCode } from '../components/later-part.tsx';
import { LaterScreen } from '../screens/LaterScreen.tsx';
import { HiddenScreen } from './HiddenScreen.tsx';
import { useHiddenScreen } from '../rules/use-page-rules.ts';
import { screens } from '../screens/screens.tsx';
import { ExportDialogs } from '../screens/timeline/export/ExportDialogs.tsx';
import { ViewDialogs } from '../screens/timeline/views/ViewDialogs.tsx';
import { useSettingsParts } from '../screens/settings/use-settings-parts.ts';
import { useOpenScreens } from '../screens/use-open-screens.ts';
import { isOutage } from '../signal.ts';
import { useSignal, useWatch } from '../stores/use-stores.ts';
import { screenSynonyms } from '../words/place-words.ts';
import { CoverageStrip } from './signal/CoverageStrip.tsx';
import { InvalidParameters } from './InvalidParameters.tsx';
import styles from './Frame.module.css';
import { ActivityTracker } from './ActivityTracker.tsx';
import { PrintHead } from './PrintHead.tsx';
import { Rail } from './rail/Rail.tsx';
import { TabSignal } from './signal/TabSignal.tsx';
import { TeamNotices, TeamStrip } from './team/team-parts.tsx';
import { TopBar } from './TopBar.tsx';

const OVER_THE_PAGE = [ActionDialog, UndoBar, PageCommands, ViewDialogs, ExportDialogs, KeysDialog, Spotlight];

export function Frame() {
  const screen = useScreenName();
  const profile = useWatch(({ received, shown }) => (received === null ? 'unknown' : shown === null ? 'none' : 'open'));
  const stale = isOutage(useSignal());
  const wall = isWall();
  const laterCode = useLaterCode();
  // The wall display of Watch has its own bar, once its code is there.
  const isWatchWall = wall && profile === 'open' && screen === 'watch' && laterCode === 'loaded';
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-wall', wall);
  }, [wall]);

  return (
    <div className={styles['frame']}>
      <ErrorBoundary>
        <TabSignal />
      </ErrorBoundary>
      {laterCode === 'failed' && <LaterRetry />}
      {!wall && <ActivityTracker />}
      {!wall && (
        <ErrorBoundary>
          <AlarmNotifications />
        </ErrorBoundary>
      )}
      {profile === 'open' && <ScreenCommands />}
      {profile !== 'none' && !wall && (
        <ErrorBoundary>
          <Rail screen={profile === 'open' ? screen : null} />
        </ErrorBoundary>
      )}
      <div className="stack fill shrinks-down">
        {!isWatchWall && (
          <div className={`${styles['bar']} screen-only`}>
            <ErrorBoundary shape="line">
              <TopBar wall={wall} brand={profile === 'none' || wall} />
            </ErrorBoundary>
          </div>
        )}
        {profile !== 'none' && !isWatchWall && (
          <div className={`${styles['strip']} screen-only`} data-stale={stale}>
            <ErrorBoundary shape="line">
              <CoverageStrip />
            </ErrorBoundary>
          </div>
        )}
        {profile === 'open' && !wall && (
          <ErrorBoundary shape="line">
            <TeamStrip />
          </ErrorBoundary>
        )}
        {screen !== null && screen !== 'timeline' && <InvalidParameters screen={screen} />}
        {/* Settings do not become outdated when the connection is lost. */}
        <main className="relative shrinks-down grows" data-stale={stale && screen !== 'settings'}>
          {/* Settings keep their dialogs while they close and open the watch. */}
          <ErrorBoundary key={screen === 'settings' ? screen : `${profile} ${screen}`}>
            {profile === 'unknown' ? (
              <Waiting />
            ) : profile === 'none' && screen !== 'settings' ? (
              <LaterScreen name="FirstRun" />
            ) : (
              screen !== null && <Shown screen={screen} />
            )}
          </ErrorBoundary>
        </main>
      </div>
      {profile === 'open' && !wall && (
        <ErrorBoundary>
          <TeamNotices />
        </ErrorBoundary>
      )}
      {OVER_THE_PAGE.map((Part, index) => (
        <ErrorBoundary key={index}>
          <Part />
        </ErrorBoundary>
      ))}
    </div>
  );
}

function Shown({ screen }: { screen: ScreenName }) {
  const hidden = useHiddenScreen(screen);
  const shown = screens.find(({ name }) => name === screen);
  if (shown === undefined) return null;
  const { Component, title } = shown;
  if (hidden !== null) return <HiddenScreen title={title} hidden={hidden} />;
  return (
    <>
      <PrintHead title={title} />
      <Component />
    </>
  );
}

function ScreenCommands() {
  const open = useOpenScreens();
  const parts = useSettingsParts();
  useCommands([
    ...open.map(({ name, title, keys, icon }): Command => ({
      id: `screen.${name}`,
      title,
      group: 'Go to',
      synonyms: screenSynonyms[name],
      keys: [keys],
      icon,
      run: () => goTo(hrefOf(name)),
    })),
    ...parts
      .filter(({ name }) => name !== 'data')
      .map(({ name, title, synonyms, icon, href }): NewCommand => ({
        id: `settings.${name}`,
        title: `Settings: ${title}`,
        group: 'Go to',
        synonyms,
        keys: name === 'alarms' ? ['G X'] : [],
        icon,
        run: () => goTo(href),
      })),
  ]);
  return null;
}

function Waiting() {
  const lost = useWatch((state) => state.wire.kind === 'lost');
  return lost ? (
    <EmptyState
      urgent
      title="Watchfloor's backend does not answer."
      detail="Start Watchfloor, or open the link that it prints when it is ready. This page connects by itself."
    />
  ) : (
    <EmptyState title="Connecting to Watchfloor's backend …" />
  );
}
