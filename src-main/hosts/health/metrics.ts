/** Formats metrics without addresses, secrets and the fleet's identifiers. An unknown figure is absent, never 0. */
import { Counter, Gauge, Registry } from 'prom-client';
import { outcomes } from '../../../src-shared/domain/event/outcomes.ts';
import { alarmSeverities } from '../../../src-shared/domain/cases/alarm.ts';
import { consequenceKinds } from '../../../src-shared/domain/cases/case-keys.ts';
import { ATTEMPT_OUTCOMES, attemptMetrics } from './attempt-metrics.ts';
import { ABSENT_IF_BEHIND, type MetricFactory, type ShowFigures, type WatchMetrics } from './metric-factory.ts';
import { outletMetrics } from './outlet-metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { labelLimits } from './series-limits.ts';
import { TEAM_SERIES, teamMetrics } from './team-metrics.ts';

const STATES = ['watching', 'reconnecting', 'blind', 'seat-taken', 'sign-in-needed', 'stopped'] as const;
const DELIVERIES = ['accepted', 'not-shown'] as const;
/** Series of a profile that have no country and no outlet. */
const SERIES_PER_PROFILE =
  8 +
  STATES.length +
  outcomes.length +
  1 +
  alarmSeverities.length * DELIVERIES.length +
  consequenceKinds.length +
  ATTEMPT_OUTCOMES.length;

export class Metrics {
  readonly #registry = new Registry();
  readonly #own: (Gauge | Counter)[] = [];
  readonly #show: readonly ShowFigures[];

  constructor(version: string) {
    const registers = [this.#registry];
    addProcessMetrics(this.#registry);
    new Gauge({ name: 'watchfloor_info', help: 'Version of Watchfloor.', labelNames: ['version'], registers }).set(
      { version },
      1,
    );
    const own = <Metric extends Gauge | Counter>(metric: Metric): Metric => {
      this.#own.push(metric);
      return metric;
    };
    const create: MetricFactory = {
      gauge: (name, help, ...labels) =>
        own(new Gauge({ name: `watchfloor_${name}`, help, labelNames: ['profile', ...labels], registers })),
      counter: (name, help, ...labels) =>
        own(new Counter({ name: `watchfloor_${name}`, help, labelNames: ['profile', ...labels], registers })),
    };
    this.#show = [
      watchMetrics(create),
      alarmMetrics(create),
      caseMetrics(create),
      attemptMetrics(create),
      outletMetrics(create),
      teamMetrics(create),
    ];
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(figures: readonly WatchMetrics[]): Promise<string> {
    const isAnyInTeam = figures.some(({ team }) => team !== null);
    const limits = labelLimits(figures.length, SERIES_PER_PROFILE, isAnyInTeam ? TEAM_SERIES : null);
    for (const metric of this.#own) metric.reset();
    for (const one of figures) for (const show of this.#show) show(one, limits);
    return this.#registry.metrics();
  }
}

function watchMetrics({ gauge, counter }: MetricFactory): ShowFigures {
  const watching = gauge('watching', '1 while watching, else 0.');
  const state = gauge('stream_state', '1 for the current stream state, 0 for the others.', 'state');
  const blind = counter('blind_seconds_total', 'Seconds without a working stream since the start of this process.');
  const events = counter('events_total', 'Events stored since the start of this process.', 'outcome');
  const stored = gauge('stored_events', 'Events in the store.');
  const bytes = gauge('store_bytes', 'Size of the store.');
  const storing = gauge('storing', '1 while events are stored, else 0.');
  const waiting = gauge('waiting_events', 'Events in memory that could not be stored yet.');
  const age = gauge('last_event_age_seconds', 'Seconds since the last event on the stream, including heartbeats.');
  return ({ snapshot, at, ...counted }) => {
    const profile = snapshot.profile.id;
    const { stream, storage, extent } = snapshot;
    watching.set({ profile }, Number(stream.kind === 'watching'));
    for (const kind of STATES) state.set({ profile, state: kind }, Number(kind === stream.kind));
    blind.inc({ profile }, counted.blindSeconds);
    for (const [outcome, count] of counted.events) events.inc({ profile, outcome }, count);
    stored.set({ profile }, extent.storedEvents);
    if (counted.storeBytes !== null) bytes.set({ profile }, counted.storeBytes);
    storing.set({ profile }, Number(storage.kind === 'storing'));
    waiting.set({ profile }, storage.kind === 'failing' ? storage.waiting : 0);
    const heardAt = stream.kind === 'watching' ? stream.lastEventAt : stream.since;
    age.set({ profile }, Math.max(0, at - heardAt) / 1_000);
  };
}

function alarmMetrics({ counter }: MetricFactory): ShowFigures {
  const help = 'Alarms since the start of this process, by delivery.';
  const total = counter('alarms_total', help, 'severity', 'delivery');
  return ({ snapshot, alarms }) => {
    const profile = snapshot.profile.id;
    // Every combination starts with 0: Prometheus cannot compute a rate for the first value of a new series.
    for (const severity of alarmSeverities)
      for (const delivery of DELIVERIES) total.inc({ profile, severity, delivery }, 0);
    for (const { severity, delivery, count } of alarms) total.inc({ profile, severity, delivery }, count);
  };
}

function caseMetrics({ gauge }: MetricFactory): ShowFigures {
  const open = gauge('open_cases', `Open cases, muted ones included. ${ABSENT_IF_BEHIND}`, 'consequence');
  const unassigned = gauge(
    'oldest_unassigned_seconds',
    `Age of the oldest open case without an owner, 0 if there is none. ${ABSENT_IF_BEHIND}`,
  );
  return ({ snapshot, at, cases }) => {
    if (cases === null) return;
    const profile = snapshot.profile.id;
    for (const [consequence, count] of cases.open) open.set({ profile, consequence }, count);
    unassigned.set({ profile }, Math.max(0, at - (cases.unassignedSince ?? at)) / 1_000);
  };
}
