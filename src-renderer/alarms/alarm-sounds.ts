/**
 * What an alarm sounds like: a few notes for each severity, told apart without looking, quiet enough for a room in which
 * people talk. A browser lets a page sound only after somebody has pressed something in it: until then nothing is played,
 * and nothing is made up for later. The window of the desktop app may sound at once.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AlarmSeverity } from '../../src-shared/domain/alarm.ts';
import type { PageClock } from '../time/page-clock.ts';

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
/** A device that plays begins in a tenth of it; what begins later is no alarm any more. */
const BEGINS_WITHIN_MS = 1_000;

interface SoundState {
  /** `unheard`: nobody tried. `blocked`: the browser waits for somebody to press something. */
  readonly kind: 'unheard' | 'ready' | 'blocked';
}

export interface AlarmSounds extends StoreApi<SoundState> {
  /** @returns whether it is heard, as far as the browser knows; never rejects */
  play(severity: AlarmSeverity): Promise<boolean>;
  /** Somebody pressed something: from now on it may be heard. */
  unlock(): void;
}

/** @param mayTry whether the browser would let it sound: in a window of ours at once, else when somebody has pressed anything */
export function createAlarmSounds(
  clock: Pick<PageClock, 'after'>,
  open: () => AudioContext = () => new AudioContext(),
  mayTry: () => boolean = () => window.watchfloor !== undefined || navigator.userActivation.hasBeenActive,
): AlarmSounds {
  const store = createStore<SoundState>(() => ({ kind: 'unheard' }));
  let context: AudioContext | null = null;

  /** Running, or `null`. */
  async function ready(): Promise<AudioContext | null> {
    // One that is opened before anything was pressed stands still, and the browser complains.
    if (!mayTry()) return told('blocked');
    const opened = (context ??= open());
    if (opened.state !== 'running') await begun(opened);
    return isRunning(opened) ? told('ready', opened) : told('blocked');
  }
  function told(kind: SoundState['kind'], running: AudioContext | null = null): AudioContext | null {
    store.setState({ kind });
    return running;
  }
  /** A browser that does not let it begin never answers. */
  function begun(opened: AudioContext): Promise<unknown> {
    return new Promise<void>((resolve) => {
      const giveUp = clock.after(BEGINS_WITHIN_MS, resolve);
      const answered = (): void => {
        giveUp();
        resolve();
      };
      opened.resume().then(answered, answered);
    });
  }

  return {
    ...store,
    async play(severity) {
      const running = await ready();
      if (running !== null) sound(running, ALARM_NOTES[severity]);
      return running !== null;
    },
    unlock: () => void ready(),
  };
}

/** It may have begun while somebody waited for it. */
function isRunning({ state }: AudioContext): boolean {
  return state === 'running';
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
