import type { Alarm } from '../../../src-shared/api/alarms.ts';
import type { AlarmCount } from './alarms.ts';

export class AlarmCounts {
  readonly #counts = new Map<string, AlarmCount>();

  get all(): readonly AlarmCount[] {
    return [...this.#counts.values()];
  }

  add(before: Alarm | undefined, { severity, delivery: { kind: delivery } }: Alarm): void {
    const wasCounted = before !== undefined && before.delivery.kind !== 'due';
    if (delivery === 'due' || wasCounted) return;
    const key = `${severity} ${delivery}`;
    this.#counts.set(key, { severity, delivery, count: (this.#counts.get(key)?.count ?? 0) + 1 });
  }
}
