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
  readonly startMs: number;
  readonly durationMs: number;
}

/** The worse, the longer; what is wrong with watching goes down, what failed comes twice. */
export const ALARM_NOTES: Readonly<Record<AlarmSeverity, readonly Note[]>> = {
  failed: [
    { hertz: 880, startMs: 0, durationMs: 140 },
    { hertz: 659, startMs: 160, durationMs: 200 },
    { hertz: 880, startMs: 460, durationMs: 140 },
    { hertz: 659, startMs: 620, durationMs: 200 },
  ],
  partial: [
    { hertz: 659, startMs: 0, durationMs: 140 },
    { hertz: 659, startMs: 200, durationMs: 140 },
  ],
  unknown: [{ hertz: 587, startMs: 0, durationMs: 180 }],
  watching: [
    { hertz: 784, startMs: 0, durationMs: 220 },
    { hertz: 587, startMs: 260, durationMs: 220 },
    { hertz: 392, startMs: 520, durationMs: 480 },
  ],
  event: [{ hertz: 523, startMs: 0, durationMs: 120 }],
};
const PEAK_GAIN = 0.18;
/** Without it a note begins and ends with a crack. */
const FADE_SECONDS = 0.02;
/** A device that plays begins in a tenth of it; what begins later is no alarm any more. */
const START_TIMEOUT_MS = 1_000;

interface AudioState {
  /** `unheard`: nobody tried. `blocked`: the browser waits for somebody to press something. */
  readonly kind: 'unheard' | 'ready' | 'blocked';
}

export interface AlarmSounds extends StoreApi<AudioState> {
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
  const store = createStore<AudioState>(() => ({ kind: 'unheard' }));
  let context: AudioContext | null = null;

  /** Running, or `null`. */
  async function runningContext(): Promise<AudioContext | null> {
    // One that is opened before anything was pressed stands still, and the browser complains.
    if (!mayTry()) return setKind('blocked');
    const opened = (context ??= open());
    if (opened.state !== 'running') await waitForStart(opened);
    return isRunning(opened) ? setKind('ready', opened) : setKind('blocked');
  }
  function setKind(kind: AudioState['kind'], running: AudioContext | null = null): AudioContext | null {
    store.setState({ kind });
    return running;
  }
  /** A browser that does not let it begin never answers. */
  function waitForStart(opened: AudioContext): Promise<unknown> {
    return new Promise<void>((resolve) => {
      const giveUp = clock.after(START_TIMEOUT_MS, resolve);
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
      const running = await runningContext();
      if (running !== null) playNotes(running, ALARM_NOTES[severity]);
      return running !== null;
    },
    unlock: () => void runningContext(),
  };
}

/** It may have begun while somebody waited for it. */
function isRunning({ state }: AudioContext): boolean {
  return state === 'running';
}

function playNotes(context: AudioContext, notes: readonly Note[]): void {
  for (const { hertz, startMs, durationMs } of notes) {
    const from = context.currentTime + startMs / 1_000;
    const to = from + durationMs / 1_000;
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(PEAK_GAIN, from + FADE_SECONDS);
    gain.gain.setValueAtTime(PEAK_GAIN, to - FADE_SECONDS);
    gain.gain.linearRampToValueAtTime(0, to);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(to);
  }
}
