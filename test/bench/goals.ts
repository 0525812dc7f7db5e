/** Names the figures that every change is measured by, with their goals, in the order of their table. */
import type { Core } from './checkout.ts';
import { atLeast, atMost, type Figures, type Goal } from './figures.ts';

type Entry = readonly [unit: string, goal: Goal | null, cores: readonly Core[]];

const STORING: readonly Core[] = ['store', 'decoder'];
const CASES: readonly Core[] = ['case-tables', 'case-rules'];
const EVERYTHING: readonly Core[] = [...STORING, ...CASES, 'search'];

export const FINISHED_CPU = '`collect`, processor time per event until everything is finished';
/** Needs two checkouts. */
export const FASTER = 'the same, older checkout ÷ this one';

export const GOALS = {
  'wide table with 8 indexes ÷ `collect`, time until stored': ['', atLeast(0.8), EVERYTHING],
  'the same, processor time': ['', atLeast(0.4), EVERYTHING],
  'the same, processor time until everything is finished': ['', atLeast(0.25), EVERYTHING],
  '`collect`, processor time per event until stored': ['µs', null, EVERYTHING],
  [FINISHED_CPU]: ['µs', null, EVERYTHING],
  [FASTER]: ['', atLeast(2), EVERYTHING],
  'cases, rebuilt ÷ pace of `collect`': ['', atLeast(2.5), CASES],
  'cases behind at 1 000 events/s, at most': ['s', atMost(2), CASES],
  'stored ÷ received bytes': ['', atMost(0.23), STORING],
  'the same, with the search index': ['', atMost(0.38), [...STORING, 'search']],
  'the same, with search index and cases': ['', atMost(0.55), EVERYTHING],
  '`collect` at 10 events/s, share of a core': ['%', atMost(2.5), EVERYTHING],
  '`collect` at 10 events/s, wake-ups per second': ['', atMost(60), EVERYTHING],
  '`collect` at 100 events/s, share of a core': ['%', atMost(12), EVERYTHING],
  'outlet: stored to received at 100 events/s, p99': ['s', atMost(2), EVERYTHING],
  '`collect` with two outlets ÷ without, time until stored': ['', atMost(1.03), EVERYTHING],
  'nothing but heartbeats: page, share of a core': ['%', atMost(1), []],
  'nothing but heartbeats: its host, share of a core': ['%', atMost(1), []],
  'host with a page at 10 events/s, share of a core': ['%', atMost(5), EVERYTHING],
  'host with a page at 10 events/s, wake-ups per second': ['', atMost(110), EVERYTHING],
  'host with a page at 50 events/s, share of a core': ['%', atMost(15), EVERYTHING],
  'memory, web host idle': ['MiB', atMost(150), []],
  'memory, `collect` idle': ['MiB', atMost(160), []],
  'memory, `collect` after the events': ['MiB', atMost(240), EVERYTHING],
  'memory, `collect` after the events ÷ after 100 k': ['', atMost(1.1), EVERYTHING],
  'memory, `collect` after the events ÷ after 1 M': ['', atMost(1.05), EVERYTHING],
  'memory, host with a page after 60 000 codes': ['MiB', atMost(280), EVERYTHING],
  'event-loop delay p99 at full speed': ['ms', atMost(10), STORING],
  '`cases --open`, nothing prepared': ['s', atMost(20), CASES],
  'the same, until a pipe hears of it': ['s', atMost(6), []],
  '`cases --open`, the second time': ['s', atMost(1), CASES],
  '`report --since 8h`': ['s', atMost(0.4), CASES],
  'masked CSV ÷ unmasked, processor time': ['', atMost(1.5), STORING],
  'masked NDJSON ÷ unmasked, processor time': ['', atMost(1.5), STORING],
  '`different outcome:failed` ÷ `events --limit 100`': ['', atMost(4), STORING],
  'all facets, p50': ['ms', atMost(15), STORING],
  'groups country × code, p50': ['ms', atMost(15), STORING],
  '30 hits, whole EID, p95': ['ms', atMost(15), ['search']],
  '30 hits, 8 digits, p95': ['ms', atMost(50), ['search']],
  '30 hits, 8 digits with 0000, p95': ['ms', atMost(50), ['search']],
  '30 hits, 6 digits, p95': ['ms', atMost(80), ['search']],
  '30 hits, 4 digits, p95': ['ms', atMost(80), ['search']],
  'text count of 8 digits with 0000, p95': ['ms', atMost(60), ['search']],
  '`rg` ÷ ours, whole EID, p50': ['', atLeast(60), ['search']],
  '`rg` ÷ ours, 8 digits, p50': ['', atLeast(30), ['search']],
  'DuckDB over Parquet ÷ ours, newest page, p50': ['', atLeast(100), STORING],
  'DuckDB over Parquet ÷ ours, failed page, p50': ['', atLeast(100), STORING],
  'DuckDB over Parquet ÷ ours, 30 hits, whole EID, p50': ['', atLeast(100), ['search']],
  'DuckDB over Parquet ÷ ours, 30 hits, 8 digits, p50': ['', atLeast(100), ['search']],
  'page: first load, compressed': ['kB', atMost(330), []],
  'page: first rows on Watch, cold': ['ms', atMost(400), []],
  'page: one screen of wheel, main thread': ['ms', atMost(33), []],
  'page: live at 50 events/s, share of a core': ['%', atMost(12), []],
  'page: 1 000 events/s, share of a core': ['%', atMost(18), []],
  'start to the ready line': ['s', atMost(0.8), []],
  '`--version`': ['s', atMost(0.15), []],
  '`events --limit 100` ÷ `node -e 0`': ['', atMost(5), []],
} as const satisfies Record<string, Entry>;
export type GoalName = keyof typeof GOALS;

export function record(figures: Figures, name: GoalName, value: number, aside = ''): void {
  const [unit, goal, cores]: Entry = GOALS[name];
  figures.measured(name, value, unit, goal, aside, ['package', ...cores]);
}
