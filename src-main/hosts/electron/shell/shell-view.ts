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
  readonly unseen: number;
  /** One for each profile, the worst first: "Acme: Blind since 14:02". At most `MOST_LINES`. */
  readonly lines: readonly string[];
  /** At most 127 characters, as Windows takes them. */
  readonly tooltip: string;
  /** Of the window: the state comes first, where a narrow taskbar still shows it. */
  readonly title: string;
}

const MOST_LINES = 8;
const LONGEST_TOOLTIP = 127;
const LONGEST_NAME = 40;

/** @param clockTime a point in time as this computer's clock shows it, UTC epoch ms */
export function shellView(snapshot: BackendSnapshot, clockTime: (at: number) => string): ShellView {
  const real = snapshot.watches.filter(({ profile }) => !profile.practice);
  // What Practice plays is nobody's worry beside a service that is really watched.
  const counted = real.length > 0 ? real : snapshot.watches;
  const standings = counted
    .map((watch) => ({ ...standing(watch), watch }))
    .toSorted((one, other) => shellStates.indexOf(one.state) - shellStates.indexOf(other.state));
  const unseen = counted.reduce((sum, { alarms }) => sum + alarms.unseen, 0);
  const worst = standings[0];
  if (worst === undefined)
    return {
      state: 'none',
      unseen: 0,
      lines: [NO_PROFILE],
      tooltip: `Watchfloor – ${NO_PROFILE}`,
      title: 'Watchfloor',
    };

  const said = ({ words, since }: Standing) => `${words} since ${clockTime(since)}`;
  const lines = standings.map((one) => `${nameOf(one.watch)}: ${said(one)}`);
  const more = standings.length - MOST_LINES;
  const alarms = unseen === 0 ? [] : [alarmWords(unseen)];
  const others = standings.length === 1 ? '' : ` (${nameOf(worst.watch)})`;
  return {
    state: worst.state,
    unseen,
    lines: more > 0 ? [...lines.slice(0, MOST_LINES), `and ${more} more`] : lines,
    tooltip: cut(['Watchfloor', `${said(worst)}${others}`, ...alarms].join(' – '), LONGEST_TOOLTIP),
    title: [worst.words, ...alarms, 'Watchfloor'].join(' – '),
  };
}

export function alarmWords(unseen: number): string {
  return unseen === 1 ? '1 new alarm' : `${unseen} new alarms`;
}

const NO_PROFILE = 'No profile is open';

interface Standing {
  readonly state: ShellState;
  readonly words: string;
  /** UTC epoch ms. */
  readonly since: number;
}

function standing({ stream, storage }: WatchSnapshot): Standing {
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
  return cut(visibleText(profile.name), LONGEST_NAME);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
