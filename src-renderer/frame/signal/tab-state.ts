/** Computes the tab's title and icon: the worst signal and the unacknowledged alarms of all watches. Pure. */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { computeSignal, type Signal, signalCharacter } from '../../signal.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { ClockReading } from '../../time/page-clock.ts';
import type { WatchState } from '../../watch-state.ts';
import { profileName } from '../../words/profile-words.ts';
import { signalHue, signalShape, signalWord } from '../../components/signal-shape.ts';

/** First states in which events are lost now, then those that need the user, then those that may recover. */
const worstFirst: readonly Signal['kind'][] = [
  'wire-lost',
  'blind',
  'not-following',
  'stopped',
  'sign-in-needed',
  'seat-taken',
  'reconnecting',
  'catching-up',
  'connecting',
  'watching',
  'no-profile',
];

export function tabState(state: WatchState, now: ClockReading) {
  const { shown } = state;
  const shownWatch = { watch: shown, signal: computeSignal(state, now), profileText: '' };
  const others = (state.received?.snapshot.watches ?? []).filter(({ watch }) => watch !== shown?.watch);
  const all = [
    shownWatch,
    ...others.map((watch) => ({
      watch,
      signal: computeSignal({ ...state, shown: watch }, now),
      profileText: `: ${visibleText(profileName(watch.profile))}`,
    })),
  ];
  const { watch, signal, profileText } = all.reduce((worst, each) =>
    severityRank(each) < severityRank(worst) ? each : worst,
  );
  const word = signalWord(signal);
  if (!isNotStoring(watch) || signal.kind === 'wire-lost')
    return {
      words: `${signalCharacter(signal)} ${word}${profileText}`,
      shape: signalShape(signal),
      hue: signalHue(signal),
    };
  const isSignalShown = signal.kind !== 'watching';
  return {
    words: `▲ Not storing · ${word}${profileText}`,
    shape: isSignalShown ? signalShape(signal) : 'triangle',
    hue: isSignalShown ? signalHue(signal) : '--failed',
  };
}

/** Unacknowledged alarms of all watches. 0 while the connection is lost, because it may be outdated. */
export function unacknowledgedTotal({ wire, received }: WatchState): number {
  if (wire.kind === 'lost') return 0;
  return (received?.snapshot.watches ?? []).reduce((sum, { alarms }) => sum + alarms.unseen, 0);
}

function severityRank({ watch, signal }: { watch: WatchSnapshot | null; signal: Signal }): number {
  const kind = isNotStoring(watch) && signal.kind !== 'wire-lost' ? 'blind' : signal.kind;
  const isLate = kind === 'watching' && signal.kind === 'watching' && signal.late;
  return worstFirst.indexOf(kind) - (isLate ? 0.5 : 0);
}

function isNotStoring(watch: WatchSnapshot | null): boolean {
  return watch?.storage.kind === 'failing';
}
