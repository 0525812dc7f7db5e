/**
 * Keeps the figures of `docs/performance.json` and writes the tables of `docs/performance.md` from them. Each table
 * is placed between `<!-- figures: TOPIC -->` and `<!-- end of figures -->`; the text around it is written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Core, HERE } from './checkout.ts';
import { type Figure, goalText, isReached, valueText } from './figures.ts';
import { GOALS } from './goals.ts';

export const GOAL_TOPIC = 'Goals';
const FIGURES = join(HERE.root, 'docs/performance.json');
const DOCUMENT = join(HERE.root, 'docs/performance.md');

export function readFigures(): readonly Figure[] {
  return JSON.parse(readFileSync(FIGURES, 'utf8')) as readonly Figure[];
}

const keyOf = ({ topic, name, events }: Figure) => `${topic}\n${name}\n${events}`;

/** Replaces figures that were measured again with as many events, and writes the document. */
export function recordFigures(measured: readonly Figure[]): void {
  const figures = new Map([...readFigures(), ...measured].map((figure) => [keyOf(figure), figure]));
  writeFileSync(FIGURES, `${JSON.stringify([...figures.values()], null, 2)}\n`);
  writeDocument();
}

export function writeDocument(): void {
  writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), readFigures()));
}

export function withTables(text: string, figures: readonly Figure[]): string {
  return text.replaceAll(
    /(<!-- figures: (.+) -->\n)[^]*?(\n<!-- end of figures -->)/g,
    (_, start: string, topic: string, end: string) => `${start}\n${tableOf(topic, figures)}${end}`,
  );
}

export function documentedTopics(text: string): readonly string[] {
  return [...text.matchAll(/<!-- figures: (.+) -->/g)].map(([, topic = '']) => topic);
}

function tableOf(topic: string, figures: readonly Figure[]): string {
  const own = figures.filter((figure) => figure.topic === topic);
  if (own.length === 0) return 'Not measured.\n';
  const sizes = [...new Set(own.map(({ events }) => events))].toSorted((one, other) => one - other);
  const names = topic === GOAL_TOPIC ? Object.keys(GOALS) : [...new Set(own.map(({ name }) => name))];
  const rows = names.map((name) => {
    const measured = sizes.map((size) => own.find((figure) => figure.name === name && figure.events === size));
    const known = measured.filter((figure) => figure !== undefined);
    const goal = known.at(-1) ?? goalOf(name);
    return [name, goalText(goal), ...measured.map(cell), [...new Set(known.map(origin))].join('; ')];
  });
  const head = ['figure', 'goal', ...sizes.map(sizeText), 'commit, date, CPU pressure'];
  return aligned([head, ...rows]);
}

function goalOf(name: string): Pick<Figure, 'goal'> {
  const [, entry] = Object.entries(GOALS).find(([known]) => known === name) ?? [];
  return { goal: entry?.[1] ?? null };
}

function cell(figure: Figure | undefined): string {
  if (figure === undefined) return '';
  return isReached(figure) ? valueText(figure) : `**${valueText(figure)}**`;
}

const origin = ({ commit, date, pressure }: Figure) => `${commit}, ${date}, ${pressure} %`;

function sizeText(events: number): string {
  if (events === 0) return 'value';
  return events >= 1_000_000 ? `${events / 1_000_000} M` : `${events / 1_000} k`;
}

/** Formats a table as the formatter of the project does. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[lines[0], rule, ...lines.slice(1)].join('\n')}\n`;
}

/** Returns the cores of a figure that are more than one version further than when it was measured. */
export function staleCores({ versions }: Pick<Figure, 'versions'>, version: (core: Core) => number): readonly Core[] {
  return (Object.keys(versions) as Core[]).filter((core) => version(core) - (versions[core] ?? 0) > 1);
}

/** Names the documented figures that must be measured again, each with its stale cores. */
export function staleFigures(): readonly string[] {
  return readFigures().flatMap((figure) => {
    const cores = staleCores(figure, (core) => HERE.version(core));
    return cores.length === 0 ? [] : [`${figure.topic}, ${figure.name}: ${cores.join(', ')}`];
  });
}
