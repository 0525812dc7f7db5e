/** Collects figures with their goals, prints them, and keeps what `docs/performance.json` says of each. */
import type { Checkout, Core } from './checkout.ts';
import { cpuPressure } from './process-usage.ts';

export interface Goal {
  readonly sign: '≥' | '≤';
  readonly limit: number;
}
export const atLeast = (limit: number): Goal => ({ sign: '≥', limit });
export const atMost = (limit: number): Goal => ({ sign: '≤', limit });

export interface Figure {
  readonly topic: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: Goal | null;
  /** Additional results, as text. */
  readonly aside: string;
  /** Number of events in the store; 0 if the figure does not depend on it. */
  readonly events: number;
  readonly commit: string;
  readonly date: string;
  /** Share of the 10 s before in which a program waited for a processor, in %. */
  readonly pressure: number;
  /** Versions of what it measures, see `CORES`. */
  readonly versions: Readonly<Partial<Record<Core, number>>>;
}

export function isReached({ value, goal }: Pick<Figure, 'value' | 'goal'>): boolean {
  if (goal === null) return true;
  return goal.sign === '≥' ? value >= goal.limit : value <= goal.limit;
}

export class Figures {
  readonly #figures = new Map<string, Figure>();
  readonly #samples = new Map<string, number[]>();
  readonly notMeasuredNames: string[] = [];
  readonly #checkout: Checkout;
  readonly #commit: string;
  readonly #events: number;
  #topic = '';
  #cores: readonly Core[] = [];
  #isOfStore = true;

  constructor(checkout: Checkout, events: number) {
    this.#checkout = checkout;
    this.#commit = checkout.commit();
    this.#events = events;
  }

  /**
   * @param cores their versions decide how long its figures are valid
   * @param isOfStore false if the number of events in the store does not matter
   */
  topic(topic: string, cores: readonly Core[], isOfStore = true): void {
    this.#isOfStore = isOfStore;
    this.#topic = topic;
    this.#cores = ['package', ...cores];
    console.log(`\n${topic} (CPU pressure ${cpuPressure().toFixed(0)} %)`);
  }

  /** Returns the median of each figure. */
  get list(): readonly Figure[] {
    return [...this.#figures.values()];
  }

  /**
   * May be called once in each round.
   * @param aside additional results, as text
   */
  measured(name: string, value: number, unit: string, goal: Goal | null = null, aside = '', cores = this.#cores): void {
    const key = `${this.#topic}\n${name}`;
    const samples = [...(this.#samples.get(key) ?? []), value];
    this.#samples.set(key, samples);
    const sample: Figure = {
      topic: this.#topic,
      name,
      value: Number(value.toPrecision(4)),
      unit,
      goal,
      aside,
      events: this.#isOfStore ? this.#events : 0,
      commit: this.#commit,
      date: new Date().toISOString().slice(0, 10),
      pressure: Math.round(cpuPressure()),
      versions: Object.fromEntries(cores.map((core) => [core, this.#checkout.version(core)])),
    };
    const range = `${amount(Math.min(...samples))} to ${amount(Math.max(...samples))}; n ${samples.length}`;
    this.#figures.set(key, {
      ...sample,
      value: Number(median(samples).toPrecision(4)),
      aside: samples.length === 1 ? aside : range,
    });
    const verdict = goal === null ? '' : `goal ${goalText(sample)}  ${isReached(sample) ? 'reached' : 'MISSED'}`;
    console.log(`  ${name.padEnd(58)}${valueText(sample).padEnd(16)}${verdict.padEnd(26)}${aside}`.trimEnd());
  }

  notMeasured(name: string, why: string): void {
    this.notMeasuredNames.push(name);
    console.log(`  ${name.padEnd(58)}not measured: ${why}`);
  }

  missed(): string[] {
    return this.list.filter((figure) => !isReached(figure)).map(({ name }) => name);
  }
}

export function goalText({ goal }: Pick<Figure, 'goal'>): string {
  return goal === null ? '–' : `${goal.sign} ${goal.limit}`;
}

export function valueText({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  return `${amount(value)} ${unit}`.trimEnd();
}

function amount(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
