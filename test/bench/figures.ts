/** Prints figures with their goals and collects them for a machine-readable file. */
import { cpus } from 'node:os';

export interface Goal {
  readonly sign: '≥' | '≤';
  readonly limit: number;
}
export const atLeast = (limit: number): Goal => ({ sign: '≥', limit });
export const atMost = (limit: number): Goal => ({ sign: '≤', limit });

export type Figure =
  | {
      readonly kind: 'measured';
      readonly name: string;
      readonly value: number;
      readonly unit: string;
      readonly goal: Goal | null;
      readonly aside: string;
    }
  | { readonly kind: 'not-measured'; readonly name: string; readonly why: string };

function isReached(figure: Figure): boolean {
  if (figure.kind === 'not-measured' || figure.goal === null) return true;
  const { sign, limit } = figure.goal;
  return sign === '≥' ? figure.value >= limit : figure.value <= limit;
}

export class Figures {
  readonly #topics: { topic: string; figures: Figure[] }[] = [];

  topic(topic: string): void {
    this.#topics.push({ topic, figures: [] });
    console.log(`\n${topic}`);
  }

  /** @param aside additional results, as text */
  measured(name: string, value: number, unit: string, goal: Goal | null = null, aside = ''): void {
    this.#add({ kind: 'measured', name, value, unit, goal, aside });
  }

  notMeasured(name: string, why: string): void {
    this.#add({ kind: 'not-measured', name, why });
  }

  missed(): string[] {
    return this.#topics.flatMap(({ figures }) =>
      figures.filter((figure) => !isReached(figure)).map(({ name }) => name),
    );
  }

  report(facts: Readonly<Record<string, string | number | boolean>>) {
    const machine = { processor: cpus()[0]?.model ?? 'unknown', processors: cpus().length, node: process.version };
    return { at: new Date().toISOString(), ...machine, ...facts, topics: this.#topics };
  }

  #add(figure: Figure): void {
    this.#topics.at(-1)?.figures.push(figure);
    console.log(line(figure));
  }
}

function line(figure: Figure): string {
  const name = `  ${figure.name.padEnd(52)}`;
  if (figure.kind === 'not-measured') return `${name}not measured: ${figure.why}`;
  const { value, unit, goal, aside } = figure;
  const verdict = goal === null ? '' : `goal ${goal.sign} ${goal.limit}  ${isReached(figure) ? 'reached' : 'MISSED'}`;
  return `${name}${`${amount(value)} ${unit}`.padEnd(16)}${verdict.padEnd(24)}${aside}`.trimEnd();
}

function amount(value: number): string {
  if (value !== 0 && Math.abs(value) < 1) return value.toPrecision(3);
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
