/** Prints one line per change that matters to a user. Makes texts of service and issuer safe for a terminal. */
import type { WatchSnapshot } from '../../../../src-shared/api/watch.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { isNotableOffset } from '../../../../src-shared/domain/coverage/notable-offset.ts';
import type { StoreCondition } from '../../../../src-shared/domain/store-condition.ts';
import type { InterruptionCause, TeamWatching } from '../../../../src-shared/api/stream/stream-status.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { serviceResponseLines, interruptionWords } from '../../../../src-shared/words/interruption-words.ts';
import { lateEventWords } from '../../../../src-shared/words/finding-parts.ts';
import { errorWords } from '../../../../src-shared/words/error-words.ts';
import { conditionLines } from '../store/condition-lines.ts';
import { durationWords } from '../terminal/duration-words.ts';
import { terminalText } from '../terminal/terminal-text.ts';

/** The start of a session is computed from the present clock, which drifts. */
const SAME_SESSION_MS = 1_000;

interface PrintedStatus {
  readonly key: string;
  readonly session: number | null;
  readonly offset: boolean;
  readonly store: StoreCondition;
}

export class StatusLines {
  readonly #printsResponses: boolean;
  readonly #printed = new Map<WatchId, PrintedStatus>();

  constructor({ printsResponses }: { printsResponses: boolean }) {
    this.#printsResponses = printsResponses;
  }

  linesFor(watch: WatchSnapshot, at: number): string[] {
    const before = this.#printed.get(watch.watch);
    const key = statusKey(watch);
    const { providerClockOffsetMs: offsetMs } = watch;
    const offset = isNotableOffset(offsetMs);
    const session = watch.stream.kind === 'watching' ? watch.stream.since : null;
    const hasChanged = key !== before?.key || Math.abs((session ?? 0) - (before.session ?? 0)) > SAME_SESSION_MS;
    this.#printed.set(watch.watch, { key, session, offset, store: watch.store });
    const condition = conditionLines(before?.store ?? null, watch.store, hasChanged);
    return [
      ...(!hasChanged ? [] : [statusLine(watch, at), ...(this.#printsResponses ? responseLines(watch) : [])]),
      ...condition.map((line) => terminalText(`${time(at)}  ${line}`)),
      ...(isNotableOffset(offsetMs) && before?.offset !== true ? [offsetLine(offsetMs, at)] : []),
    ];
  }
}

/** Snapshots with the same key and session differ only in values that need no line (ages, counts, attempts). */
function statusKey({ stream, storage }: WatchSnapshot): string {
  const cause = causeOf(stream);
  const failure = 'error' in storage ? (storage.error?.code ?? '') : '';
  const team = stream.kind === 'watching' ? teamText(stream.team) : '';
  const isLate = stream.kind === 'watching' && stream.heldBackMs !== undefined;
  return [stream.kind, isLate, team, cause?.kind, cause?.code, cause?.error?.code, storage.kind, failure].join('|');
}

function statusLine(watch: WatchSnapshot, at: number): string {
  const { storage } = watch;
  const parts = [time(at), streamWords(watch)];
  if (storage.kind === 'failing') {
    const why = storage.error === null ? 'Unknown reason; see the log.' : errorWords(storage.error, 'terminal');
    parts.push(`NOT STORING: ${why} ${storage.waiting} events are waiting in memory.`);
  }
  if (storage.kind === 'read-only') parts.push(`READ ONLY, not watching: ${errorWords(storage.error, 'terminal')}`);
  return terminalText(parts.join('  '));
}

function streamWords({ stream, profile, extent }: WatchSnapshot): string {
  switch (stream.kind) {
    case 'watching':
      return `Watching ${profile.domain ?? profile.name}${teamText(stream.team)}: session since ${time(stream.since)}, ${extent.storedEvents} events stored${lateText(stream.heldBackMs)}`;
    case 'reconnecting':
      return `${stream.cause === null ? 'Connecting' : 'Reconnecting'}${causeText(stream.cause)}${nextTryText(stream)}`;
    case 'blind':
      return `Blind since ${time(stream.since)}${causeText(stream.cause)}${nextTryText(stream)}`;
    case 'seat-taken':
      return `Stream in use${causeText(stream.cause)}${nextTryText(stream)}`;
    case 'sign-in-needed':
      return `Sign-in needed${causeText(stream.cause)}${untilWhen(stream)}`;
    case 'stopped':
      return `Stopped: ${extent.storedEvents} events stored`;
    default:
      return assertNever(stream);
  }
}

function teamText(team: TeamWatching | undefined): string {
  if (team?.kind === 'following') return ` via ${team.holder}`;
  return team?.kind === 'alone' ? ' alone, without the log of the team' : '';
}

function lateText(heldBackMs: number | undefined): string {
  return heldBackMs === undefined
    ? ''
    : `; ${lateEventWords(heldBackMs)}. Something on the way to the service holds the stream back: run "watchfloor doctor".`;
}

function causeOf(stream: WatchSnapshot['stream']): InterruptionCause | null {
  return 'cause' in stream ? stream.cause : null;
}

function causeText(cause: InterruptionCause | null): string {
  return cause === null ? '' : ` (${causeName(cause)}): ${interruptionWords(cause, 'terminal')}`;
}

/** The name in `docs/troubleshooting.md`, and the code if it adds information. */
function causeName({ kind, code }: InterruptionCause): string {
  return code.toLowerCase().replaceAll('_', '-') === kind ? kind : `${kind}, ${code}`;
}

/** A missing secret is checked every few seconds. One that is bound to another issuer waits for a restart. */
function untilWhen({
  cause: { error },
  nextAttemptAt,
}: Extract<WatchSnapshot['stream'], { kind: 'sign-in-needed' }>): string {
  if (error?.code === 'SIGNED_OUT' || (error?.code === 'NO_SECRET' && error.facts.problem === 'none'))
    return ' Not watching until then; watching starts within 10 s after it.';
  if (error?.code === 'SECRET_BOUND') return ' No more requests until you start this command again.';
  return nextTryText({ nextAttemptAt });
}

function nextTryText({ nextAttemptAt }: { nextAttemptAt: number | null }): string {
  return nextAttemptAt === null ? '' : ` Next try at ${time(nextAttemptAt)}.`;
}

function responseLines({ stream }: WatchSnapshot): string[] {
  const response = causeOf(stream)?.answer ?? null;
  return response === null ? [] : serviceResponseLines(response).map((line) => `    ${line}`);
}

function offsetLine(offsetMs: number, at: number): string {
  const side = offsetMs > 0 ? 'ahead of' : 'behind';
  return `${time(at)}  The provider's clock is ${durationWords(Math.abs(offsetMs))} ${side} this computer's.`;
}

const time = (at: number) => new Date(at).toISOString();
