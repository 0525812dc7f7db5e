import type { Alarm } from '../../domain/alarms/raised-alarm.ts';
import type { AlarmSignal } from '../../domain/cases/alarm.ts';
import { cachedZonedWords } from './alarm-parts.ts';
import { STREAM_IN_USE } from '../finding-parts.ts';
import { exactDurationText } from '../zoned-time-words.ts';

type About = Alarm['about'] & { readonly kind: 'signal' };
export type SignalAlarm = Alarm & { readonly about: About };

export function isSignalAlarm(alarm: Alarm): alarm is SignalAlarm {
  return alarm.about.kind === 'signal';
}

interface SignalWords {
  /** Precedes "since 14:20:41". */
  readonly is: string;
  /** Precedes the duration. */
  readonly was: string;
  readonly over: string;
  readonly means: string;
}

export const signalNames: Readonly<Record<AlarmSignal, SignalWords>> = {
  blind: {
    is: 'Blind',
    was: 'blind',
    over: 'Watching again',
    means: 'Not watching: new failures go unnoticed. Watchfloor tries again by itself.',
  },
  'seat-taken': {
    is: 'Stream in use',
    was: 'stream in use for',
    over: 'Watching again',
    means: `Not watching. ${STREAM_IN_USE} Close the other client.`,
  },
  'sign-in-needed': {
    is: 'Sign-in needed',
    was: 'sign-in needed for',
    over: 'Watching again',
    means: 'Not watching until you sign in.',
  },
  'not-storing': {
    is: 'Nothing is stored',
    was: 'nothing was stored for',
    over: 'Storing again',
    means: 'New events are held in memory and are lost when Watchfloor ends. Check the disk.',
  },
};

type CauseKind = NonNullable<About['cause']>;

/** Follows "Blind since 14:20:41"; null if the signal's name already says it. */
const BECAUSE: Readonly<Record<CauseKind, string | null>> = {
  'session-ended': 'the session ended',
  closed: 'the stream was closed early',
  cut: 'the connection was cut',
  'idle-limit': 'something on the network path ends the stream',
  'path-limit': 'something on the network path ends the stream',
  'changed-on-the-way': 'the stream was changed on the way',
  silent: 'the stream went silent',
  'no-answer': 'the service does not answer',
  unreachable: 'the service cannot be reached',
  certificate: 'the certificate was not accepted',
  'plain-http': 'the address answered in plain HTTP',
  'proxy-refused': 'the proxy refused',
  redirected: 'the service answered with a redirect',
  'not-a-stream': 'the answer was not an event stream',
  'renewing-token': 'the token was refused',
  'token-refused': 'the token was refused',
  forbidden: 'this client may not subscribe',
  'refused-once': 'the stream was refused',
  'page-instead': 'a firewall or proxy answered',
  'own-seat': 'the service still counts the last connection',
  'seat-taken': null,
  'seat-unclear': 'another client, or an earlier request of this Watchfloor, has the stream',
  'seat-of-member': null,
  'seat-of-stranger': null,
  'slow-down': 'the service asks for fewer requests',
  'service-down': 'the service is down',
  'token-too-large': 'the token is too large',
  'request-refused': 'the service refuses the request',
  'client-refused': 'the client id or its secret was refused',
  'grant-refused': 'the sign-in was refused',
  'issuer-unreachable': 'the sign-in address cannot be reached',
  'issuer-not-oauth': 'the sign-in address is not a token issuer',
  'no-grant': null,
  slept: 'this computer was asleep',
  'log-unreachable': 'the log of the team does not answer',
  'no-holder': 'no member of the team has the seat',
  'holder-blind': 'the member with the seat receives nothing',
  'holder-silent': 'nothing arrives from the member with the seat',
  'not-storing': 'this store takes nothing of the team',
  'catching-up': 'this store has not caught up with the team',
  'writer-silent': 'the Watchfloor that watches does not answer',
  'writer-gone': 'the Watchfloor that watched has ended',
  'events-lost': 'Watchfloor lost events that it had received',
  fault: 'something went wrong inside Watchfloor',
};

export function signalTitle({ about, since, lastAt }: SignalAlarm, zone: string): string {
  const words = cachedZonedWords(zone);
  const date = words.day(since) === words.day(lastAt) ? '' : `${words.day(since)} `;
  const because = about.cause === null ? null : BECAUSE[about.cause];
  const title = `${signalNames[about.signal].is} since ${date}${words.clock(since)}`;
  return because === null ? title : `${title} · ${because}`;
}

export function signalBody({ about, since }: SignalAlarm): string {
  if (about.endedAt === null) return signalNames[about.signal].means;
  return `It is over, and lasted ${lengthFrom(since, about.endedAt)}.`;
}

export function endedSignalTitle({ about, since }: SignalAlarm): string {
  const { over, was } = signalNames[about.signal];
  return `${over} · ${was} ${lengthFrom(since, about.endedAt ?? since)}`;
}

export function endedSignalBody({ about, since }: SignalAlarm, zone: string): string {
  const words = cachedZonedWords(zone);
  return `From ${words.clock(since)} to ${words.clock(about.endedAt ?? since)}, ${words.zone(since)}.`;
}

/** Returns 0 at least, because the clock may have been set back. */
function lengthFrom(from: number, to: number): string {
  return exactDurationText(Math.max(0, to - from));
}
