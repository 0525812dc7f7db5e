/**
 * What stands outside of the window: one state for tray, badge and title, by the worst of all profiles, and its words.
 * Pure. It must never be green where anybody is not watched; what it says in colour it says in shape and words, too.
 */
import type { BackendSnapshot, WatchSnapshot } from '../../../../src-shared/api/watch.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { visibleText } from '../../../../src-shared/lib/visible-text.ts';

/** The worst first. `none`: no profile is open. */
export const shellStates = ['sign-in-needed', 'seat-taken', 'blind', 'reconnecting', 'watching', 'none'] as const;
export type ShellState = (typeof shellStates)[number];

export interface ShellView {
  readonly state: ShellState;
  /** Alarms that nobody has seen, of all profiles. */
  readonly unacknowledged: number;
  /** One for each profile, the worst first: "Acme: Blind since 14:02". At most `MOST_LINES`. */
  readonly lines: readonly string[];
  /** At most 127 characters, as Windows takes them. */
  readonly tooltip: string;
  /** Of the window: the state comes first, where a narrow taskbar still shows it. */
  readonly title: string;
}

const MAX_LINES = 8;
const MAX_TOOLTIP_LENGTH = 127;
const MAX_NAME_LENGTH = 40;

/** @param clockTime a point in time as this computer's clock shows it, UTC epoch ms */
export function shellView(snapshot: BackendSnapshot, clockTime: (at: number) => string): ShellView {
  const real = snapshot.watches.filter(({ profile }) => !profile.practice);
  // What Practice plays is nobody's worry beside a service that is really watched.
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
  // Whatever is said of the stream: what is not stored is not watched.
  if (storage.kind === 'read-only') return { state: 'blind', words: 'Stopped', since: stream.since };
  const { kind, since } = stream;
  switch (kind) {
    case 'watching':
      return storage.kind === 'failing'
        ? { state: 'blind', words: 'Not storing', since: storage.since }
        : { state: 'watching', words: 'Watching', since };
    case 'reconnecting':
      return { state: 'reconnecting', words: 'Reconnecting', since };
    case 'blind':
      return { state: 'blind', words: 'Blind', since };
    case 'seat-taken':
      return { state: 'seat-taken', words: 'Seat taken', since };
    case 'sign-in-needed':
      return { state: 'sign-in-needed', words: 'Sign-in needed', since };
    case 'stopped':
      return { state: 'blind', words: 'Stopped', since };
    default:
      return assertNever(kind);
  }
}

/** A name is what somebody typed, or a file said. */
function nameOf({ profile }: WatchSnapshot): string {
  return cut(visibleText(profile.name), MAX_NAME_LENGTH);
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
