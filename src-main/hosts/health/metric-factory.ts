/** Types of the groups of metrics: the figures that they show, and the functions that create their metrics. */
import type { Counter, Gauge } from 'prom-client';
import type { TeamReport } from '../../../src-shared/api/team-requests.ts';
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import type { AlarmCount } from '../../core/alarms/alarm-projection.ts';
import type { CaseFigures } from '../../core/cases/case-figures.ts';
import type { OutletFigures } from '../../core/outlets/run-outlet.ts';
import type { AttemptCount } from '../../core/ports/case-projection.ts';

/** Ends the help text of a figure that needs the case projection. */
export const ABSENT_IF_BEHIND = 'Absent while received events are not stored, or not applied to the cases.';

export interface WatchMetrics {
  readonly snapshot: WatchSnapshot;
  /** UTC epoch ms of the snapshot. */
  readonly at: number;
  readonly blindSeconds: number;
  /** Since this process started, by outcome; `none` for events without an outcome. */
  readonly events: ReadonlyMap<string, number>;
  readonly storeBytes: number | null;
  readonly alarms: readonly AlarmCount[];
  /** Null while the case projection is behind what was received. Then attempts and the lag of outlets are not known. */
  readonly cases: (CaseFigures & { readonly attempts: readonly AttemptCount[] }) | null;
  readonly outlets: readonly OutletFigures[];
  /** Null outside a team. */
  readonly team: TeamReport | null;
}

export interface MetricFactory {
  readonly gauge: <Label extends string>(name: string, help: string, ...labels: Label[]) => Gauge<Label | 'profile'>;
  readonly counter: <Label extends string>(
    name: string,
    help: string,
    ...labels: Label[]
  ) => Counter<Label | 'profile'>;
}

export interface LabelLimits {
  readonly countries: number;
  readonly outlets: number;
  /** False if there is only room for who holds the seat of a team. */
  readonly hasTeamDetails: boolean;
}

export type ShowFigures = (figures: WatchMetrics, limits: LabelLimits) => void;
