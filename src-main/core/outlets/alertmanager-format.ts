/**
 * Turns as alerts of Prometheus Alertmanager (API v2, `POST /api/v2/alerts`). An alert keeps its labels while it is
 * active, because its labels are its identity. Pure.
 */
import type { GroupFacts, Turn } from '../../../src-shared/domain/outlets/turn.ts';
import { visibleText } from '../../../src-shared/lib/visible-text.ts';
import { consequenceTitles } from '../../../src-shared/words/case-words.ts';
import type { MessageContext } from './message-formats.ts';
import type { SentAlert } from './outlet-state.ts';
import type { ReceiverTime } from './receiver-clock.ts';
import { groupTitle, overdueWords } from '../../../src-shared/words/outlets/turn-words.ts';
import { signalNames } from '../../../src-shared/words/alarms/signal-alarm-words.ts';

type Profile = MessageContext['profile'];

export const NO_ALERTS = '[]';
/** Prometheus does the same. Without an end an alert would last `resolve_timeout`, which may be too short. */
const ACTIVE_MS = 4 * 60_000;

/** Returns the alerts after these turns. A worse consequence ends an alert and starts another. */
export function alertsAfter(
  before: readonly SentAlert[],
  turns: readonly Turn[],
  profile: Profile,
): readonly SentAlert[] {
  let alerts = [...before];
  /** @param deadline only the alert about this deadline; null for the one about the failures */
  const isActive = (alert: SentAlert, subject: string, deadline?: SentAlert['deadline']) =>
    alert.subject === subject && alert.endsAt === null && (deadline === undefined || alert.deadline === deadline);
  const end = (at: number, ...which: [subject: string, deadline?: SentAlert['deadline']]) => {
    alerts = alerts.map((alert) =>
      isActive(alert, ...which) ? { ...alert, endsAt: Math.max(at, alert.startsAt) } : alert,
    );
  };
  const start = (alert: Omit<SentAlert, 'endsAt'>) => {
    if (!alerts.some((one) => isActive(one, alert.subject, alert.deadline))) alerts.push({ ...alert, endsAt: null });
  };
  for (const turn of turns) {
    const { key: subject, at } = turn;
    if (turn.kind === 'signal') {
      if (turn.turn === 'watching') end(at, subject);
      else start({ subject, deadline: null, labels: signalLabels(turn.key, profile), startsAt: at, facts: null });
      continue;
    }
    const { facts } = turn;
    const deadline = facts.deadline?.kind ?? null;
    if (turn.turn === 'ended' || turn.turn === 'done') end(at, subject);
    else if (turn.turn === 'overdue')
      start({ subject, deadline, labels: groupLabels(facts, profile), startsAt: at, facts });
    else if (turn.turn === 'taken' && deadline !== null) end(at, subject, deadline);
    else {
      if (turn.turn === 'worse') end(at, subject, null);
      const failures = { ...facts, deadline: null };
      start({
        subject,
        deadline: null,
        labels: groupLabels(failures, profile),
        startsAt: facts.since,
        facts: failures,
      });
    }
  }
  return alerts;
}

function groupLabels({ cause, consequence, countries, others, deadline }: GroupFacts, profile: Profile) {
  const [first] = countries;
  const isOne = countries.length === 1 && others === 0;
  return labelsOf(profile, {
    alertname: deadline === null ? 'WatchfloorFailures' : 'WatchfloorOverdue',
    deadline: deadline?.kind ?? '',
    severity: deadline !== null || consequence === 'unusable' || consequence === 'reachable' ? 'critical' : 'warning',
    cause: [cause.operation, cause.type, cause.code].filter((part) => part !== null).join(' '),
    consequence,
    country: isOne ? (first?.country ?? '') : 'several',
  });
}

function signalLabels(signal: string, profile: Profile) {
  return labelsOf(profile, { alertname: 'WatchfloorNotWatching', severity: 'critical', signal });
}

function labelsOf({ id, domain }: Profile, labels: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.entries({ ...labels, profile: id, domain: domain ?? '' });
  // Alertmanager treats an empty label as missing.
  return Object.fromEntries(all.filter(([, value]) => value !== '').map(([key, value]) => [key, visibleText(value)]));
}

/**
 * Alertmanager refuses an alert that starts after its own time. It ignores an end after its own time that is earlier
 * than the end before, so the alert would go on for minutes.
 */
export function alertsBody(
  alerts: readonly SentAlert[],
  groups: ReadonlyMap<string, GroupFacts>,
  { name, domain }: Profile,
  { now, offsetMs }: Pick<ReceiverTime, 'now' | 'offsetMs'>,
): string {
  const receiverTimeOf = (at: number) => isoTime(Math.min(at + offsetMs, now));
  return JSON.stringify(
    alerts.map(({ subject, deadline, labels, startsAt, endsAt, facts: first }) => {
      const facts = groups.get(subject) ?? first;
      return {
        labels,
        annotations: {
          summary: facts === null ? signalSummary(labels['signal'] ?? '') : groupSummary(deadline, facts),
          ...(facts === null ? {} : groupAnnotations(facts)),
          profile: visibleText(name),
          ...(domain === null ? {} : { domain: visibleText(domain) }),
        },
        startsAt: receiverTimeOf(startsAt),
        endsAt: endsAt === null ? isoTime(now + ACTIVE_MS) : receiverTimeOf(endsAt),
      };
    }),
  );
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function groupSummary(deadline: SentAlert['deadline'], facts: GroupFacts): string {
  return deadline === null ? groupTitle(facts) : `${overdueWords(deadline)}: ${groupTitle(facts)}`;
}

function groupAnnotations({ consequence, open, failures, countries, others, owners }: GroupFacts) {
  return {
    description: `${consequenceTitles[consequence]}.`,
    open: String(open),
    failures: String(failures),
    countries: [
      ...countries.map(({ country, count }) => `${country} ${count}`),
      ...(others > 0 ? [`other ${others}`] : []),
    ].join(', '),
    owners: owners.join(', '),
  };
}

function signalSummary(signal: string): string {
  const found = Object.entries(signalNames).find(([name]) => name === signal);
  return found?.[1].is ?? 'Not watching';
}
