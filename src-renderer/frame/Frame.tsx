/** What stands around every screen: rail, signal, coverage strip, notices. It says the signal in the window's title too. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { useKeys } from '../keyboard.ts';
import { useRoute } from '../route.ts';
import { CoverageScreen } from '../screens/coverage/CoverageScreen.tsx';
import { DataScreen } from '../screens/data/DataScreen.tsx';
import { FirstRun } from '../screens/first-run/FirstRun.tsx';
import { TimelineScreen } from '../screens/timeline/TimelineScreen.tsx';
import { signalCharacter, signalName } from '../signal.ts';
import { useAppearance, useSignal, useWatch } from '../stores/use-stores.ts';
import { CoverageStrip } from './CoverageStrip.tsx';
import styles from './Frame.module.css';
import { Notices } from './Notices.tsx';
import { Rail } from './Rail.tsx';
import { TopBar } from './TopBar.tsx';

// Opened a few times in a shift; the page starts sooner without it.
const KeysDialog = lazy(() => import('./KeysDialog.tsx').then((module) => ({ default: module.KeysDialog })));

export function Frame() {
  const { route, go } = useRoute();
  const [keysShown, setKeysShown] = useState(false);
  const collapsed = useAppearance((state) => state.railCollapsed);
  const profile = useWatch(({ seen, shown }) => (seen === null ? 'unknown' : shown === null ? 'none' : 'open'));
  useTitle();
  useKeys({
    '?': () => setKeysShown(true),
    'g t': () => go({ screen: 'timeline', selected: null }),
    'g c': () => go({ screen: 'coverage' }),
    'g d': () => go({ screen: 'data' }),
  });

  return (
    <div className={styles['frame']} data-collapsed={collapsed}>
      <Rail screen={profile === 'open' ? route.screen : null} showKeys={() => setKeysShown(true)} />
      <div className={styles['main']}>
        <TopBar />
        <CoverageStrip />
        <Notices />
        <main className={styles['screen']}>
          {profile === 'unknown' && <Waiting />}
          {profile === 'none' && <FirstRun />}
          {profile === 'open' && route.screen === 'timeline' && <TimelineScreen selected={route.selected} />}
          {profile === 'open' && route.screen === 'coverage' && <CoverageScreen />}
          {profile === 'open' && route.screen === 'data' && <DataScreen />}
        </main>
      </div>
      <Suspense>{keysShown && <KeysDialog close={() => setKeysShown(false)} />}</Suspense>
    </div>
  );
}

/** Nothing was heard from the backend yet. */
function Waiting() {
  const lost = useWatch((state) => state.wire.kind === 'lost');
  return lost ? (
    <EmptyState
      urgent
      title="Watchfloor's backend does not answer."
      detail="Start Watchfloor, or open the address that it prints when it is ready. This page connects by itself."
    />
  ) : (
    <EmptyState title="Connecting to Watchfloor's backend …" />
  );
}

function useTitle(): void {
  const { signal } = useSignal();
  const title = `${signalCharacter(signal)} ${signalName(signal)} — Watchfloor`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
