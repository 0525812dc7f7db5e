/** Lists the states of a member's signal with the words and the hue that the bar shows (TEAM-152). */
import type { InterruptionCause, StreamStatus } from '../../src-shared/api/stream/stream-status.ts';
import { START } from './page-watch.ts';
import { cause } from './stream-cause.ts';

const live = { kind: 'watching', since: START - 761_000, lastEventAt: START - 8_000 } as const;
const watching = { ...live, lastHeartbeatAt: START - 8_000 };

function blind(part: Partial<InterruptionCause>): StreamStatus {
  const since = START - 120_000;
  return { kind: 'blind', since, cause: { ...cause, ...part }, attempt: 1, nextAttemptAt: START + 2_000 };
}

export interface TeamSignal {
  readonly name: string;
  readonly stream: StreamStatus;
  /** The signal, and its hue. */
  readonly shows: string;
  readonly hue: string;
  /** Other words of the bar at full width. */
  readonly facts: RegExp;
}

export const teamSignals: readonly TeamSignal[] = [
  {
    name: 'holding',
    stream: { ...watching, team: { kind: 'holding', followers: 4 } },
    shows: 'Watching',
    hue: '--succeeded',
    facts: /you hold the seat · 4 follow/,
  },
  {
    name: 'following',
    stream: { ...watching, team: { kind: 'following', holder: "Anna's desk" } },
    shows: "Watching – via Anna's desk",
    hue: '--succeeded',
    facts: /heartbeat 8 s ago/,
  },
  {
    name: 'following-late',
    stream: {
      ...live,
      lastEventAt: START - 52_000,
      lastHeartbeatAt: START - 52_000,
      team: { kind: 'following', holder: "Anna's desk" },
    },
    shows: "Watching – via Anna's desk, heartbeat late",
    hue: '--partial',
    facts: /last 52 s ago/,
  },
  {
    name: 'holder-blind',
    stream: blind({ kind: 'holder-blind', code: 'NO_SESSION', holder: "Anna's desk" }),
    shows: 'Blind 2 m',
    hue: '--text',
    facts: /Anna's desk cannot reach the service.*take the seat over/,
  },
  {
    name: 'not-following',
    stream: blind({ kind: 'log-unreachable', code: 'LOG_NO_ANSWER' }),
    shows: 'Not following 2 m',
    hue: '--text',
    facts: /since .*The log of the team does not answer/,
  },
  {
    name: 'alone',
    stream: { ...watching, team: { kind: 'alone', waiting: 212 } },
    shows: 'Watching – alone',
    hue: '--partial',
    facts: /the team cannot see this · 212 events wait/,
  },
  {
    name: 'no-holder',
    stream: blind({ kind: 'no-holder', code: 'NO_HOLDER' }),
    shows: 'Blind – no member holds the seat 2 m',
    hue: '--text',
    facts: /nobody receives events/,
  },
  {
    name: 'catching-up',
    stream: blind({ kind: 'catching-up', code: '620/1000', percent: 62 }),
    shows: 'Catching up · 62 %',
    hue: '--in-progress',
    facts: /reads what the team stored meanwhile/,
  },
  {
    name: 'seat-of-member',
    stream: {
      ...blind({}),
      kind: 'seat-taken',
      cause: { ...cause, kind: 'seat-of-member', reason: 'seat-taken', holder: "Anna's desk" },
    } as StreamStatus,
    shows: "Stream in use – probably by Anna's desk, which cannot reach the team",
    hue: '--text',
    facts: /Probably Anna's desk has it/,
  },
  {
    name: 'stranger',
    stream: {
      ...blind({}),
      kind: 'seat-taken',
      cause: { ...cause, kind: 'seat-of-stranger', reason: 'seat-taken' },
    } as StreamStatus,
    shows: 'Stream in use',
    hue: '--text',
    facts: /not a member of this team/,
  },
];
