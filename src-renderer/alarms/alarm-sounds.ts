/**
 * What an alarm sounds like: a few notes for each severity, told apart without looking, quiet enough for a room in which
 * people talk. A browser lets a page sound only after somebody has pressed something in it: until then nothing is played,
 * and nothing is made up for later.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AlarmSeverity } from '../../src-shared/domain/alarm.ts';

interface Note {
  readonly hertz: number;
  /** ms since the first note. */
  readonly at: number;
  readonly ms: number;
}

/** The worse, the longer; what is wrong with watching goes down, what failed comes twice. */
export const ALARM_NOTES: Readonly<Record<AlarmSeverity, readonly Note[]>> = {
  failed: [
    { hertz: 880, at: 0, ms: 140 },
    { hertz: 659, at: 160, ms: 200 },
    { hertz: 880, at: 460, ms: 140 },
    { hertz: 659, at: 620, ms: 200 },
  ],
  partial: [
    { hertz: 659, at: 0, ms: 140 },
    { hertz: 659, at: 200, ms: 140 },
  ],
  unknown: [{ hertz: 587, at: 0, ms: 180 }],
  watching: [
    { hertz: 784, at: 0, ms: 220 },
    { hertz: 587, at: 260, ms: 220 },
    { hertz: 392, at: 520, ms: 480 },
  ],
  event: [{ hertz: 523, at: 0, ms: 120 }],
};
const LOUDNESS = 0.18;
/** Without it a note begins and ends with a crack. */
const FADE_SECONDS = 0.02;

interface SoundState {
  /** `unheard`: nobody tried. `blocked`: the browser waits for somebody to press something. */
  readonly kind: 'unheard' | 'ready' | 'blocked';
}

export interface AlarmSounds extends StoreApi<SoundState> {
  play(severity: AlarmSeverity): void;
  /** Somebody pressed something: from now on it may be heard. */
  unlock(): void;
}

/** @param isTouched whether somebody has pressed anything in this page */
export function createAlarmSounds(
  open: () => AudioContext = () => new AudioContext(),
  isTouched: () => boolean = () => navigator.userActivation.hasBeenActive,
): AlarmSounds {
  const store = createStore<SoundState>(() => ({ kind: 'unheard' }));
  let context: AudioContext | null = null;

  /** Running, or `null`. */
  async function ready(): Promise<AudioContext | null> {
    // One that is opened before anything was pressed stands still, and the browser complains.
    if (!isTouched()) {
      store.setState({ kind: 'blocked' });
      return null;
    }
    context ??= open();
    if (context.state !== 'running') await context.resume();
    store.setState({ kind: 'ready' });
    return context;
  }

  return {
    ...store,
    play: (severity) => void ready().then((running) => running !== null && sound(running, ALARM_NOTES[severity])),
    unlock: () => void ready(),
  };
}

function sound(context: AudioContext, notes: readonly Note[]): void {
  for (const { hertz, at, ms } of notes) {
    const from = context.currentTime + at / 1_000;
    const to = from + ms / 1_000;
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(LOUDNESS, from + FADE_SECONDS);
    gain.gain.setValueAtTime(LOUDNESS, to - FADE_SECONDS);
    gain.gain.linearRampToValueAtTime(0, to);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(to);
  }
}
