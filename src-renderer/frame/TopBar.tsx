/** Has the same height in every state, so that nothing on the page moves. */
import { Search } from 'lucide-react';
import { CommandKeys } from '../components/CommandKeys.tsx';
import { useCommandList } from '../commands/use-commands.ts';
import { Glyph, type GlyphShape } from '../components/Glyph.tsx';
import { Tooltip } from '../components/overlay/Tooltip.tsx';
import { useShownEntry, useSignal, useWatch } from '../stores/use-stores.ts';
import { type BarState, barState, isWaitingForKeychain } from './signal/bar-state.ts';
import { BarClock } from './BarClock.tsx';
import { ExportsButton } from './ExportsButton.tsx';
import { Logo } from './Logo.tsx';
import { OutageBar } from './signal/OutageBar.tsx';
import { Age } from '../components/LiveTimes.tsx';
import { BarNotices } from './notices/BarNotices.tsx';
import { TeamInitials } from './TeamInitials.tsx';
import { SignalBar } from './signal/SignalBar.tsx';
import { signalHue, signalShape, signalWord } from '../components/signal-shape.ts';
import { PracticeMark } from '../components/PracticeMark.tsx';
import styles from './TopBar.module.css';
import { useIsSessionExpired } from './signal/use-is-session-expired.ts';

export function TopBar({ wall, brand }: { wall: boolean; brand: boolean }) {
  const signal = useSignal();
  const isPractice = useWatch(({ shown }) => shown?.profile.practice === true);
  // Without a connection the storage status is not known.
  const storage = useWatch(({ wire, shown }) => (wire.kind === 'lost' ? null : (shown?.storage ?? null)));
  const isSessionExpired = useIsSessionExpired(signal.kind === 'wire-lost');
  const entry = useShownEntry();
  const bar = barState(signal, storage, isSessionExpired, entry);
  const loudSignal = bar.kind === 'loud' && bar.subject === 'signal';
  return (
    <header className={styles['bar']} data-look={bar.kind === 'loud' ? bar.appearance : 'quiet'}>
      <div className={styles['inside']}>
        {brand && (
          <span className="row strong fixed gap-3">
            <Logo /> <span className="roomy-only">Watchfloor</span>
          </span>
        )}
        {/* The rail shows it elsewhere. */}
        {wall && isPractice && <PracticeMark />}
        {!loudSignal && (
          <SignalName shape={signalShape(signal)} hue={signalHue(signal)} word={signalWord(signal)} testId="signal" />
        )}
        {bar.kind === 'loud' && <OutageName bar={bar} testId={loudSignal ? 'signal' : 'not-storing'} />}
        {bar.kind === 'quiet' ? (
          <SignalBar signal={signal} wall={wall} waitsForKeychain={isWaitingForKeychain(signal, entry)} />
        ) : (
          <OutageBar bar={bar} entry={entry} wall={wall} />
        )}
        {bar.kind === 'loud' && <i className={styles[bar.hatched ? 'hatch' : 'free']} aria-hidden="true" />}
        {!wall && <ExportsButton />}
        <BarNotices bar={bar} signalWord={signalWord(signal)} hasButton={!wall} />
        {bar.kind === 'quiet' && !wall && <SearchButton />}
        {!wall && <TeamInitials />}
        <BarClock wall={wall} />
      </div>
    </header>
  );
}

function OutageName({ bar, testId }: { bar: Extract<BarState, { kind: 'loud' }>; testId: string }) {
  return (
    <SignalName loud shape={bar.shape} hue="--text" word={bar.word} testId={testId}>
      {bar.showsDuration && (
        <span className={styles['age']}>
          <Age since={bar.since} />
        </span>
      )}
    </SignalName>
  );
}

function SignalName(props: {
  shape: GlyphShape;
  hue: string;
  word: string;
  testId: string;
  loud?: boolean;
  children?: React.ReactNode;
}) {
  const loud = props.loud === true;
  return (
    <strong
      className={styles['signal']}
      data-look={loud ? 'loud' : 'quiet'}
      data-hue={props.hue}
      data-testid={props.testId}
    >
      <Glyph shape={props.shape} size={loud ? 18 : 12} />
      <span className={styles['name']}>
        <span>{props.word}</span> {props.children}
      </span>
    </strong>
  );
}

function SearchButton() {
  const open = useCommandList().find(({ id }) => id === 'spotlight.open');
  if (open === undefined) return null;
  return (
    <Tooltip label={open.title} command={open.id}>
      <button type="button" className={styles['search']} onClick={open.run}>
        <Search size={14} aria-hidden="true" />
        <span className={styles['search-words']}>Id, screen, time, command</span>
        <span className={styles['search-keys']} aria-hidden="true">
          <CommandKeys id={open.id} />
        </span>
      </button>
    </Tooltip>
  );
}
