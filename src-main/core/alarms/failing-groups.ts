/**
 * Groups failures by cause. The first one notifies, later ones of the same summary window update that notification;
 * each window is twice as long as the one before. After a suppression, the next failure notifies.
 */
import type { Failures, MatchedEvent } from './alarm-step.ts';
import { eventClass } from '../../../src-shared/domain/event/event-class.ts';
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { requestGroupOutcome } from '../../../src-shared/domain/event/request-group.ts';
import {
  type AlarmChannels,
  type AlarmSeverity,
  SUMMARY_WINDOW_MS,
  GROUP_IDLE_MS,
  MAX_SUMMARY_WINDOW_MS,
  MAX_COUNTED_IDS,
  SUMMARY_INTERVAL_MS,
} from '../../../src-shared/domain/cases/alarm.ts';
import { alarmStatus } from '../../../src-shared/domain/alarms/alarm-status.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
import type { FailingGroup } from './alarm-state.ts';
import { type AlarmDraft, mergeChannels } from './alarm-draft.ts';
import { countsOf, type GroupTally, retainedIdCount, EMPTY_TALLY, withEvent } from './group-tally.ts';
import { countOverLimit } from './overflow.ts';
import { type ChannelsNow, channelsNow, silentUntil } from './rule-hours.ts';
import { type Suppression, suppressionFor } from './suppression.ts';

/** Ids of all groups together, about 20 MB. */
const MAX_RETAINED_IDS = 4 * MAX_COUNTED_IDS;

export function applyEvents(draft: AlarmDraft, events: readonly MatchedEvent[]): void {
  const touched = new Set<string>();
  for (const matched of events) {
    if (matched.rules.length === 0) continue;
    const key = groupKey(matched);
    applyEvent(draft, key, matched);
    touched.add(key);
  }
  for (const key of touched) refreshCounts(draft, key);
}

function applyEvent(draft: AlarmDraft, key: string, matched: MatchedEvent): void {
  const { now } = draft;
  const { event, isMuted } = matched;
  const known = draft.groups.get(key) ?? null;
  const before = known === null ? null : draft.alarm(known.alarm);
  const group = known !== null && before !== null && now - known.lastFailureAt < GROUP_IDLE_MS ? known : null;
  if (known !== null && group === null) removeGroup(draft, key, known);
  const { how, outOfHours } = channelsNow(draft, matched.rules);
  const silence = suppressionFor({ how, at: event.receivedAt, isMuted, outOfHours }, draft.suppressionContext);
  const tally = talliedIn(draft, group?.tally ?? EMPTY_TALLY, matched);
  const severity = groupSeverity(before === null || group === null ? null : before.severity, matched, tally);
  const isOver = group !== null && now - group.windowStartedAt >= summaryWindowMs(group.windowNumber);
  const endsMute = group?.isMuted === true && silence === null;
  if (
    group !== null &&
    before !== null &&
    !isOver &&
    !endsMute &&
    !needsNewAlarm(before, { how, severity, silence, isFirstComplete: group.tally.wholly === 0 && tally.wholly > 0 })
  ) {
    addToAlarm(draft, key, { group, alarm: before, matched, silence, tally });
    return;
  }
  const mayHaveNotified = before !== null && mayNotify(before) && !endsMute;
  const alarm = draft.add(
    {
      about: group === null || before?.about.kind !== 'failures' ? aboutOf(matched, tally) : before.about,
      severity,
      rules: rulesOf(group === null ? null : before, matched),
      how: group === null || before === null ? how : mergeChannels(how, stillAllowed(draft, before, outOfHours)),
      since: group?.since ?? event.receivedAt,
      firstAt: event.receivedAt,
      lastAt: event.receivedAt,
      firstSeq: event.seq,
      lastSeq: event.seq,
    },
    silence,
  );
  const displayed = displayedAlarmOf(draft, group);
  if (silence === null) {
    withdrawReplaced(draft, displayed);
    draft.notify(alarm.id, true);
  } else if (silence === 'cap') countOverLimit(draft, alarm.severity);
  draft.groups.set(key, {
    alarm: alarm.id,
    displayedAlarm: silence === null ? null : displayed,
    since: alarm.since,
    windowNumber: group === null || (silence === null && !mayHaveNotified) ? 1 : group.windowNumber + (isOver ? 1 : 0),
    windowStartedAt: now,
    lastFailureAt: now,
    isMuted: group?.isMuted === true && !endsMute,
    tally,
    notifiedAt: now,
    hasPendingUpdate: false,
  });
}

/** An alarm that notifies now must not sound for an earlier rule that is out of its hours. */
function stillAllowed(draft: AlarmDraft, { how, rules }: Alarm, outOfHours: ChannelsNow['outOfHours']): AlarmChannels {
  const isAllowed = outOfHours !== null || rules.every(({ id }) => draft.silentUntil(id) === null);
  return isAllowed ? how : { banner: false, sound: false, badge: how.badge };
}

export function muteGroups(draft: AlarmDraft, causes: readonly CauseKey[]): void {
  for (const cause of causes) {
    const group = draft.groups.get(cause);
    if (group !== undefined) draft.groups.set(cause, { ...group, isMuted: true });
  }
}

interface NewFailure extends Pick<Alarm, 'how' | 'severity'> {
  readonly silence: Suppression | null;
  readonly isFirstComplete: boolean;
}

/** True if the failure is louder or worse, or if the reason for a suppression no longer applies. */
function needsNewAlarm(alarm: Alarm, { how, severity, silence, isFirstComplete }: NewFailure): boolean {
  if (silence === null && !mayNotify(alarm) && !couldNotBeShown(alarm)) return true;
  // A rule that is out of hours does not replace an alarm that another rule has shown.
  const mayReplace = (silence !== 'quiet' && silence !== 'hours') || !mayNotify(alarm);
  const gains = mayReplace && ((how.banner && !alarm.how.banner) || (how.sound && !alarm.how.sound));
  return gains || RANKS[severity] > RANKS[alarm.severity] || (isFirstComplete && alarm.severity === 'partial');
}

function mayNotify(alarm: Alarm): boolean {
  return alarmStatus(alarm) !== 'not-shown';
}

/** The same alarm notifies again, so a night without a page is one alarm per group. */
function couldNotBeShown(alarm: Alarm): boolean {
  return alarm.silence === null && alarmStatus(alarm) === 'not-shown';
}

interface Absorbed {
  readonly group: FailingGroup;
  readonly alarm: Alarm;
  readonly matched: MatchedEvent;
  readonly silence: Suppression | null;
  readonly tally: GroupTally;
}

function addToAlarm(draft: AlarmDraft, key: string, { group, alarm, matched, silence, tally }: Absorbed): void {
  const { event, isMuted, rules } = matched;
  const seenAt = isMuted || wasJustAcknowledged(alarm, draft.now) ? alarm.seenAt : null;
  const callsAgain = silence === null && seenAt === null && couldNotBeShown(alarm);
  draft.putNewest({
    ...alarm,
    severity: groupSeverity(alarm.severity, matched, tally),
    ...(callsAgain && { deliveries: [] }),
    rules: rulesOf(alarm, matched),
    how: rules.some(({ how }) => how.badge) ? { ...alarm.how, badge: true } : alarm.how,
    lastAt: Math.max(alarm.lastAt, event.receivedAt),
    lastSeq: event.seq,
    seenAt,
  });
  if (callsAgain) {
    withdrawReplaced(draft, group.displayedAlarm);
    draft.notify(alarm.id, true);
    const restarted = {
      displayedAlarm: null,
      windowNumber: 1,
      windowStartedAt: draft.now,
      notifiedAt: draft.now,
      hasPendingUpdate: false,
    };
    draft.groups.set(key, { ...group, ...restarted, lastFailureAt: draft.now, tally });
    return;
  }
  const isNotified = silence === null || silence === 'cap' || silence === 'no-banner';
  const hasPendingUpdate = (group.hasPendingUpdate || isNotified) && seenAt === null && draft.isDisplayed(alarm);
  draft.groups.set(key, { ...group, lastFailureAt: draft.now, tally, hasPendingUpdate });
}

/** A storm must not bring an acknowledged alarm back at once. Within the last summary window (2 min). */
function wasJustAcknowledged({ seenAt }: Alarm, now: number): boolean {
  return seenAt !== null && now - seenAt < SUMMARY_WINDOW_MS;
}

function talliedIn(draft: AlarmDraft, before: GroupTally, { event }: MatchedEvent): GroupTally {
  const tally = withEvent(before, event, draft.retainedIds < MAX_RETAINED_IDS);
  draft.retainedIds += retainedIdCount(tally) - retainedIdCount(before);
  return tally;
}

/** Runs once per group and step, not per event: a tally can hold 50 000 ids. */
function refreshCounts(draft: AlarmDraft, key: string): void {
  const group = draft.groups.get(key);
  const alarm = group === undefined ? null : draft.alarm(group.alarm);
  if (group !== undefined && alarm?.about.kind === 'failures')
    draft.put({ ...alarm, about: { ...alarm.about, ...countsOf(group.tally) } });
}

function displayedAlarmOf(draft: AlarmDraft, group: FailingGroup | null): string | null {
  if (group === null) return null;
  const present = draft.alarm(group.alarm);
  return present !== null && draft.isDisplayed(present) ? present.id : group.displayedAlarm;
}

/** Withdraws the notification of an earlier alarm of the group. The new one includes its failures. */
function withdrawReplaced(draft: AlarmDraft, displayed: string | null): void {
  const before = displayed === null ? null : draft.alarm(displayed);
  if (before === null || !draft.isDisplayed(before)) return;
  draft.withdraw(before.id);
}

function removeGroup(draft: AlarmDraft, key: string, group: FailingGroup): void {
  draft.retainedIds -= retainedIdCount(group.tally);
  draft.groups.delete(key);
}

/** Returns when the next summary is due, UTC epoch ms; null if none is pending. */
export function sendDueSummaries(draft: AlarmDraft): number | null {
  let next: number | null = null;
  for (const [key, group] of draft.groups) {
    const alarm = draft.alarm(group.alarm);
    if (alarm === null || (!group.hasPendingUpdate && draft.now - group.lastFailureAt >= GROUP_IDLE_MS)) {
      removeGroup(draft, key, group);
      continue;
    }
    if (!group.hasPendingUpdate) continue;
    const isSettled = alarm.seenAt !== null || !draft.isDisplayed(alarm) || draft.isQueued(alarm.id);
    const dueAt = Math.max(group.notifiedAt + SUMMARY_INTERVAL_MS, silentUntil(draft, alarm.rules) ?? 0);
    if (isSettled || dueAt <= draft.now) {
      if (!isSettled) draft.update(alarm.id);
      draft.groups.set(key, {
        ...group,
        notifiedAt: isSettled ? group.notifiedAt : draft.now,
        hasPendingUpdate: false,
      });
    } else next = Math.min(next ?? dueAt, dueAt);
  }
  return next;
}

function summaryWindowMs(bundle: number): number {
  return Math.min(MAX_SUMMARY_WINDOW_MS, SUMMARY_WINDOW_MS * 2 ** Math.min(bundle - 1, 30));
}

const RANKS: Readonly<Record<AlarmSeverity, number>> = { event: 0, unknown: 1, partial: 2, failed: 3, watching: 4 };

function worse(one: AlarmSeverity, other: AlarmSeverity): AlarmSeverity {
  return RANKS[one] > RANKS[other] ? one : other;
}

/**
 * Returns the severity of the group. For requests with counts it is `failed` only if every resource failed, so that one
 * complete failure among partial ones does not turn the group red. Otherwise it is the worst outcome so far.
 */
function groupSeverity(before: AlarmSeverity | null, matched: MatchedEvent, { all }: GroupTally): AlarmSeverity {
  const severity = severityOf(matched);
  if (eventClass(matched.event) === 'request' && all.of > 0 && (severity === 'failed' || severity === 'partial')) {
    const outcome = requestGroupOutcome({ failedResources: all.failed, resources: all.of }, severity);
    return outcome === 'failed' ? 'failed' : 'partial';
  }
  return before === null ? severity : worse(severity, before);
}

function severityOf({ event: { outcome } }: MatchedEvent): AlarmSeverity {
  return outcome === 'failed' || outcome === 'partial' || outcome === 'unknown' ? outcome : 'event';
}

function causeOf(matched: MatchedEvent): Failures['cause'] {
  return severityOf(matched) === 'event' ? null : matched.cause;
}

function groupKey(matched: MatchedEvent): string {
  const { event, rules } = matched;
  return causeOf(matched) ?? JSON.stringify([rules[0]?.id, event.kind, event.operation]);
}

function aboutOf(matched: MatchedEvent, tally: GroupTally): Failures {
  const { kind, operation, errorCode } = matched.event;
  return {
    kind: 'failures',
    cause: causeOf(matched),
    eventKind: kind,
    operation,
    errorCode: eventClass(matched.event) === 'request' ? null : errorCode,
    ...countsOf(tally),
  };
}

function rulesOf(before: Alarm | null, { rules }: MatchedEvent): Alarm['rules'] {
  const all = [...(before?.rules ?? []), ...rules.map(({ id, name }) => ({ id, name }))];
  return [...new Map(all.map((rule) => [rule.id, rule])).values()];
}
