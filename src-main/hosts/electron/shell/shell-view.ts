/** Computes the worst state of all profiles. Never green if any is not watched; text repeats what colour says. Pure. */
import type { BackendSnapshot, WatchSnapshot } from '../../../../src-shared/api/watch.ts';
import { visibleText } from '../../../../src-shared/lib/visible-text.ts';

/** Worst first. `none` means that no profile is open. */
export const shellStates = ['sign-in-needed', 'seat-taken', 'blind', 'reconnecting', 'watching', 'none'] as const;
export type ShellState = (typeof shellStates)[number];

export interface ShellView {
  readonly state: ShellState;
  readonly unacknowledged: number;
  /** Lines per profile, worst first: "Acme: Blind since 14:02". After `MAX_LINES` one more line counts the rest. */
  readonly lines: readonly string[];
  /** At most 127 characters, the limit of Windows. */
  readonly tooltip: string;
  /** Title of the window. The state comes first, so that a narrow taskbar still shows it. */
  readonly title: string;
}

const MAX_LINES = 8;
const MAX_TOOLTIP_LENGTH = 127;
const MAX_NAME_LENGTH = 40;

/** @param clockTime formats UTC epoch ms as local time */
export function shellView(snapshot: BackendSnapshot, clockTime: (at: number) => string): ShellView {
  const real = snapshot.watches.filter(({ profile }) => !profile.practice);
  const counted = real.length > 0 ? real : snapshot.watches;
  const statuses = counted
    .map((watch) => ({ ...watchStatus(watch), watch }))
    .toSorted((one, other) => shellStates.indexOf(one.state) - shellStates.indexOf(other.state));
  const unacknowledged = counted.reduce((sum, { alarms }) => sum + alarms.unseen, 0);
  const worst = statuses[0];
  if (worst === undefined)
    return {
      state: 'none',
      unacknowledged: 0,
      lines: [NO_PROFILE],
      tooltip: `Watchfloor – ${NO_PROFILE}`,
      title: 'Watchfloor',
    };

  const statusText = ({ words, since }: WatchStatus) => `${words} since ${clockTime(since)}`;
  const lines = statuses.map((one) => `${nameOf(one.watch)}: ${statusText(one)}`);
  const more = statuses.length - MAX_LINES;
  const alarms = unacknowledged === 0 ? [] : [alarmWords(unacknowledged)];
  const others = statuses.length === 1 ? '' : ` (${nameOf(worst.watch)})`;
  return {
    state: worst.state,
    unacknowledged,
    lines: more > 0 ? [...lines.slice(0, MAX_LINES), `and ${more} more`] : lines,
    tooltip: cut(['Watchfloor', `${statusText(worst)}${others}`, ...alarms].join(' – '), MAX_TOOLTIP_LENGTH),
    title: [worst.words, ...alarms, 'Watchfloor'].join(' – '),
  };
}

export function alarmWords(count: number): string {
  return count === 1 ? '1 new alarm' : `${count} new alarms`;
}

const NO_PROFILE = 'No profile is open';

interface WatchStatus {
  readonly state: ShellState;
  readonly words: string;
  /** UTC epoch ms. */
  readonly since: number;
}

function watchStatus({ stream, storage }: WatchSnapshot): WatchStatus {
  // If events are not stored, the profile is not watched, whatever the state of the stream is.
  if (storage.kind === 'read-only') return { state: 'blind', words: 'Stopped', since: stream.since };
  if (stream.kind === 'watching' && storage.kind === 'failing')
    return { state: 'blind', words: 'Not storing', since: storage.since };
  if (stream.kind === 'watching' && storage.kind === 'viewing')
    return { state: 'watching', words: 'Watching in another window', since: stream.since };
  if (stream.kind === 'watching' && stream.heldBackMs !== undefined)
    return { state: 'watching', words: 'Watching, events late', since: stream.since };
  return { ...STREAM_STATUS[stream.kind], since: stream.since };
}

const STREAM_STATUS: Readonly<Record<WatchSnapshot['stream']['kind'], Omit<WatchStatus, 'since'>>> = {
  watching: { state: 'watching', words: 'Watching' },
  reconnecting: { state: 'reconnecting', words: 'Reconnecting' },
  blind: { state: 'blind', words: 'Blind' },
  'seat-taken': { state: 'seat-taken', words: 'Stream in use' },
  'sign-in-needed': { state: 'sign-in-needed', words: 'Sign-in needed' },
  stopped: { state: 'blind', words: 'Stopped' },
};

function nameOf({ profile }: WatchSnapshot): string {
  return cut(visibleText(profile.name), MAX_NAME_LENGTH);
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
