/**
 * A browser allows sound only after a click or key press; earlier alarms are silent and are not played later. The
 * desktop window may play immediately.
 */
import { createStore } from 'zustand/vanilla';
import type { AlarmSeverity } from '../../src-shared/domain/cases/alarm.ts';
import type { PageClock } from '../time/page-clock.ts';

interface Note {
  readonly hertz: number;
  readonly startMs: number;
  readonly durationMs: number;
}

/** Worse severities sound longer. Watching problems fall in pitch; failures play twice. */
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
/** Fade in and out; without it each note clicks. */
const FADE_SECONDS = 0.02;
/** A working device starts in about a tenth of this. A later sound is useless as an alarm. */
const START_TIMEOUT_MS = 1_000;

interface AudioState {
  /** `unheard`: not tried yet. `blocked`: the browser waits for a click or key press. */
  readonly kind: 'unheard' | 'ready' | 'blocked';
}

export type AlarmSounds = ReturnType<typeof createAlarmSounds>;

/** @param mayTry true if the browser allows sound: always in the desktop window, else after a click or key press */
export function createAlarmSounds(
  clock: Pick<PageClock, 'after'>,
  open: () => AudioContext = () => new AudioContext(),
  mayTry: () => boolean = () => window.watchfloor !== undefined || navigator.userActivation.hasBeenActive,
) {
  const store = createStore<AudioState>(() => ({ kind: 'unheard' }));
  let context: AudioContext | null = null;

  async function runningContext(): Promise<AudioContext | null> {
    // A context opened before any click or key press stays suspended, and the browser logs a warning.
    if (!mayTry()) return setKind('blocked');
    const opened = (context ??= open());
    if (opened.state !== 'running') await waitForStart(opened);
    return isRunning(opened) ? setKind('ready', opened) : setKind('blocked');
  }
  function setKind(kind: AudioState['kind'], running: AudioContext | null = null): AudioContext | null {
    store.setState({ kind });
    return running;
  }
  /** A blocked browser never settles `resume()`, so this waits for at most `START_TIMEOUT_MS`. */
  function waitForStart(opened: AudioContext): Promise<unknown> {
    return new Promise<void>((resolve) => {
      const stopTimeout = clock.after(START_TIMEOUT_MS, resolve);
      const settled = (): void => {
        stopTimeout();
        resolve();
      };
      opened.resume().then(settled, settled);
    });
  }

  return {
    ...store,
    /** @returns true if the browser reports the sound as playing; never rejects */
    async play(severity: AlarmSeverity) {
      const running = await runningContext();
      if (running !== null) playNotes(running, ALARM_NOTES[severity]);
      return running !== null;
    },
    unlock: () => void runningContext(),
  };
}

/** Reads the state in a function because it can change during an await. */
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
