/**
 * Formats the metrics for Prometheus. Only the profile's id identifies a watch: no name, no address, no identifier of
 * the fleet.
 */
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { alarmSeverities } from '../../../src-shared/domain/cases/alarm.ts';
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import type { AlarmCount } from '../../core/alarms/alarm-projection.ts';

const STATES = ['watching', 'reconnecting', 'blind', 'seat-taken', 'sign-in-needed', 'stopped'] as const;
const DELIVERIES = ['shown', 'not-shown'] as const;

export interface WatchMetrics {
  readonly snapshot: WatchSnapshot;
  /** UTC epoch ms of the snapshot. */
  readonly at: number;
  readonly blindSeconds: number;
  /** Since this process started, by outcome; `none` for events without an outcome. */
  readonly events: ReadonlyMap<string, number>;
  readonly storeBytes: number | null;
  readonly alarms: readonly AlarmCount[];
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #set: (figures: readonly WatchMetrics[]) => void;

  constructor(version: string) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    const gauge = <Label extends string>(name: string, help: string, ...labels: Label[]) =>
      new Gauge({ name: `watchfloor_${name}`, help, labelNames: ['profile', ...labels], registers });
    const counter = <Label extends string>(name: string, help: string, ...labels: Label[]) =>
      new Counter({ name: `watchfloor_${name}`, help, labelNames: ['profile', ...labels], registers });
    new Gauge({ name: 'watchfloor_info', help: 'Version of Watchfloor.', labelNames: ['version'], registers }).set(
      { version },
      1,
    );
    const watching = gauge('watching', '1 while watching, else 0.');
    const state = gauge('stream_state', '1 for the current stream state, 0 for the others.', 'state');
    const blind = counter('blind_seconds_total', 'Seconds without a working stream since the start of this process.');
    const events = counter('events_total', 'Events stored since the start of this process.', 'outcome');
    const stored = gauge('stored_events', 'Events in the store.');
    const bytes = gauge('store_bytes', 'Size of the store.');
    const storing = gauge('storing', '1 while events are stored, else 0.');
    const waiting = gauge('waiting_events', 'Events in memory that could not be stored yet.');
    const alarms = counter(
      'alarms_total',
      'Alarms since the start of this process, by delivery.',
      'severity',
      'delivery',
    );
    const age = gauge('last_event_age_seconds', 'Seconds since the last event on the stream, including heartbeats.');

    this.#set = (figures) => {
      for (const metric of [watching, state, blind, events, stored, bytes, storing, waiting, alarms, age])
        metric.reset();
      for (const { snapshot, at, ...counted } of figures) {
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
        // Every combination starts with 0: Prometheus cannot compute a rate for the first value of a new series.
        for (const severity of alarmSeverities)
          for (const delivery of DELIVERIES) alarms.inc({ profile, severity, delivery }, 0);
        for (const { severity, delivery, count } of counted.alarms) alarms.inc({ profile, severity, delivery }, count);
        age.set(
          { profile },
          Math.max(0, at - (stream.kind === 'watching' ? stream.lastEventAt : stream.since)) / 1_000,
        );
      }
    };
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(figures: readonly WatchMetrics[]): Promise<string> {
    this.#set(figures);
    return this.#registry.metrics();
  }
}
