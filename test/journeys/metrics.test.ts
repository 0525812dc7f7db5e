import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { Metrics } from '../../src-main/hosts/health/metrics.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { teamReport } from '../doubles/team-report.ts';
import { type SentLocalization, sentLocalization } from '../doubles/sent-failures.ts';
import type { InProcessCommand } from '../support/command.ts';
import { missingPromtool, PROMTOOL } from '../support/missing-programs.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const FOLDER = join(import.meta.dirname, '../../docs/grafana');
const readFile = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const WAIT = { timeout: 60_000, interval: 50 };

const targetSchema = z.object({ expr: z.string(), legendFormat: z.string(), refId: z.string() });
const panelSchema = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') }).optional(),
  targets: z.array(targetSchema).default([]),
});
const dashboardSchema = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(panelSchema),
});
const dashboard = () => dashboardSchema.parse(JSON.parse(readFile('watchfloor.json')));
const dashboardQueries = () => dashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const ruleQueries = () => Array.from(readFile('rules.yml').matchAll(/expr: (.*)/g), ([, expr = '']) => expr);

async function outlets(...args: string[]): Promise<void> {
  const command = service.workplace.runInProcess(['outlets', ...args, '--data-dir', service.workplace.dataDir]);
  expect({ code: await command.exit, stderr: command.stderr }).toEqual({ code: 0, stderr: '' });
}

/** Starts a collector that has an outlet and has failures to show. */
async function collectorWithEverything(): Promise<{ readonly collector: InProcessCommand; readonly origin: string }> {
  const { workplace, simulator } = service;
  const profile = await workplace.profile(simulator);
  const args = ['collect', '--profile', profile, '--data-dir', workplace.dataDir, '--health-port', '0'];
  const environment = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
  const collector = workplace.runInProcess(args, environment);
  const [, origin = ''] = await collector.waitForText(/Health and metrics: (http:\/\/[^/]+)\/healthz/);
  await collector.waitForText(/Watching/);
  await outlets('add', 'ndjson', 'on call', '--url', join(workplace.folder, 'turns.ndjson'));
  await outlets('add', 'ndjson', 'nowhere', '--url', join(workplace.folder, 'no-such-folder', 'turns.ndjson'));
  // Turns of groups that were open before an outlet was loaded are not sent.
  await vi.waitFor(async () => expect(await readMetrics(origin)).toContain('outlet="nowhere"'), WAIT);
  const at = Date.now();
  const send = (eid: string, fields: Pick<SentLocalization, 'operation' | 'errorCode'>) => {
    const { kind, id, data } = sentLocalization({ eid, at, ...fields });
    simulator.control.emit({ event: kind, id, data: JSON.parse(data) });
  };
  send('89049032000001000000003572847001', { operation: 'ENABLED', errorCode: 'START_PROFILE_ENABLE_FAILED' });
  send('89049032000001000000003572847002', { operation: 'LOCALIZED' });
  return { collector, origin };
}

const readMetrics = async (origin: string) => (await fetch(`${origin}/metrics`)).text();

/** Label names of each metric, as printed. */
function printedMetrics(text: string): Map<string, Set<string>> {
  const printed = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = printed.get(name) ?? new Set<string>();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    printed.set(name, known);
  }
  return printed;
}

/** Metrics that a query names, with the labels in braces behind them. */
function namedMetrics(query: string): { readonly name: string; readonly labels: readonly string[] }[] {
  const found = query.matchAll(/\b((?:watchfloor|process|nodejs)_\w+)(?:\{([^}]*)\})?/g);
  return Array.from(found, ([, name = '', matchers = '']) => ({
    name,
    labels: Array.from(matchers.matchAll(/(\w+)=/g), ([, label = '']) => label),
  }));
}

/** Waits until each failure has reached every figure. */
async function fullMetrics(origin: string): Promise<string> {
  let text = '';
  await vi.waitFor(async () => {
    text = await readMetrics(origin);
    expect(text).toMatch(/watchfloor_outlet_deliveries_total\{.*outlet="on call",outcome="delivered"\} 1/);
    expect(text).toMatch(/watchfloor_outlet_failing\{.*outlet="nowhere"\} 1/);
    expect(text).toMatch(/watchfloor_attempts_total\{.*outcome="succeeded",country="NO"\} 1/);
    expect(text).toMatch(/watchfloor_store_bytes\{.*\} \d/);
  }, WAIT);
  return text;
}

/** The collector of this file is in no team, so its text has none of these. */
async function teamMetricsText(): Promise<string> {
  const ofWatch = { snapshot: watchSnapshot(), at: START, blindSeconds: 0, events: new Map(), storeBytes: 1 };
  const text = await new Metrics('1').text([{ ...ofWatch, alarms: [], cases: null, outlets: [], team: teamReport() }]);
  return text
    .split('\n')
    .filter((line) => line.startsWith('watchfloor_team_'))
    .join('\n');
}

let collected: Promise<string> | null = null;
/** The metrics of a collector with everything, which only the first test starts. */
const collectedMetrics = () => (collected ??= collectMetrics());

async function collectMetrics(): Promise<string> {
  const { collector, origin } = await collectorWithEverything();
  const text = await fullMetrics(origin);
  expect(await collector.stop()).toBe(0);
  return text;
}

test('[HEALTH-2] a collector shows attempts, open cases and outlets as they are', async () => {
  const text = await collectedMetrics();
  const values = (name: string) =>
    Object.fromEntries(
      Array.from(
        text.matchAll(new RegExp(`^${name}\\{profile="[^"]*",?(.*)\\} (\\S+)$`, 'gm')),
        ([, labels, value]) => [labels, Number(value)],
      ),
    );
  expect(values('watchfloor_attempts_total')).toMatchObject({
    'outcome="failed",country="NO"': 1,
    'outcome="succeeded",country="NO"': 1,
  });
  expect(values('watchfloor_open_cases')).toEqual({
    'consequence="unusable"': 0,
    'consequence="reachable"': 1,
    'consequence="not-known"': 0,
    'consequence="may-swap-back"': 0,
    'consequence="partial"': 0,
    'consequence="refused"': 0,
    'consequence="unchanged"': 0,
  });
  expect(values('watchfloor_oldest_unassigned_seconds')['']).toBeGreaterThan(0);
  expect(values('watchfloor_outlet_failing')).toEqual({ 'outlet="on call"': 0, 'outlet="nowhere"': 1 });
  expect(values('watchfloor_outlet_lag_seconds')).toMatchObject({ 'outlet="on call"': 0 });
  expect(values('watchfloor_outlet_lag_seconds')['outlet="nowhere"']).toBeGreaterThan(0);
  expect([values('watchfloor_watching'), values('watchfloor_storing')]).toEqual([{ '': 1 }, { '': 1 }]);
  expect(values('watchfloor_stream_state')).toMatchObject({ 'state="watching"': 1, 'state="blind"': 0 });
  expect(values('watchfloor_blind_seconds_total')).toEqual({ '': 0 });
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  const { clientId, clientSecret } = service.simulator.clients.basic;
  for (const word of ['turns.ndjson', clientId, clientSecret, 'Journey', 'Bearer']) expect(text).not.toContain(word);
});

describe('[METRIC-10] the dashboard and the rules', () => {
  test('name only metrics and labels that a collector has, and the documents list them all', async () => {
    const text = await collectedMetrics();
    const printed = printedMetrics(`${text}\n${await teamMetricsText()}`);
    const queries = [...dashboardQueries(), ...ruleQueries()];
    expect(queries.length).toBeGreaterThan(25);
    const unknown = queries
      .flatMap((query) => namedMetrics(query))
      .flatMap(({ name, labels }) => {
        const known = printed.get(name);
        if (known === undefined) return [name];
        return labels.filter((label) => !known.has(label)).map((label) => `${name}{${label}}`);
      });
    expect(unknown).toEqual([]);
    const grouped = queries.flatMap((query) =>
      Array.from(query.matchAll(/ by \(([^)]*)\)/g), ([, labels = '']) => labels),
    );
    const labels = new Set(['job', 'instance', ...Array.from(printed.values(), (known) => [...known]).flat()]);
    expect(grouped.flatMap((list) => list.split(', ')).filter((label) => !labels.has(label))).toEqual([]);
    // Also those without a series here, such as the metrics of a team.
    const ours = Array.from(text.matchAll(/^# HELP (watchfloor_\w+)/gm), ([, name = '']) => name);
    const documented = readFileSync(join(FOLDER, '../headless.md'), 'utf8');
    const table = new Set(Array.from(documented.matchAll(/`(watchfloor_\w+)(?:\{|`)/g), ([, name = '']) => name));
    expect([...table].toSorted()).toEqual(ours.toSorted());
  });

  test('every alert has a test that fires it, and is explained', () => {
    const alerts = Array.from(readFile('rules.yml').matchAll(/- alert: (\w+)/g), ([, name = '']) => name);
    const tests = readFile('rules.test.yml').replaceAll(/\{[^{}]*exp_alerts: \[\] \}/g, '');
    const explained = readFile('README.md');
    for (const alert of alerts)
      expect([alert, tests.includes(`alertname: ${alert}\n`), explained.includes(`\`${alert}\``)]).toEqual([
        alert,
        true,
        true,
      ]);
  });
});

describe.skipIf(missingPromtool() !== null)('[METRIC-10] promtool accepts', () => {
  function promtool(args: readonly string[], input = ''): string {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { cwd: FOLDER, input, encoding: 'utf8' });
    return status === 0 ? 'accepted' : `${stdout}${stderr}`;
  }

  test('the rules, and their tests', () => {
    expect(promtool(['check', 'rules', 'rules.yml'])).toBe('accepted');
    expect(promtool(['test', 'rules', 'rules.test.yml'])).toBe('accepted');
  });

  test('[METRIC-10] the failures of a country that is new to a collector are in the rules and in the dashboard', () => {
    const file = join(temporaryDirectory(), 'new-country.yml');
    const queries = dashboardQueries().filter((query) => query.includes('by (country)'));
    const series = 'watchfloor_attempts_total{instance="a",profile="p",outcome="failed",country=';
    const tested = queries.map((query) => ({
      expr: query.replaceAll('$__range', '10m').replaceAll('$profile', 'p'),
      eval_time: '14m',
      exp_samples: query.includes('/')
        ? ['NO', 'SE'].map((country) => ({ labels: `{country="${country}"}`, value: 1 }))
        : [
            { labels: '{country="NO"}', value: 60 },
            { labels: '{country="SE"}', value: 9 },
          ],
    }));
    expect(tested.length).toBe(2);
    const known = [
      { series: `${series}"NO"}`, values: '_x11 60x20' },
      { series: `${series}"SE"}`, values: '100x9 109x20' },
    ];
    const tests = [{ interval: '1m', input_series: known, promql_expr_test: tested }];
    writeFileSync(file, JSON.stringify({ rule_files: [], evaluation_interval: '1m', tests }));
    expect(promtool(['test', 'rules', file])).toBe('accepted');
  });

  test('every query of the dashboard', () => {
    const file = join(temporaryDirectory(), 'queries.yml');
    const rules = dashboardQueries().map((query, index) => ({
      record: `query_${index}`,
      expr: query.replaceAll(/\$__(?:rate_interval|range)/g, '5m').replaceAll('$profile', '.*'),
    }));
    // JSON is YAML, too.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    expect(promtool(['check', 'rules', file])).toBe('accepted');
  });

  test('the metrics of a collector', async () => {
    const text = await collectedMetrics();
    expect(promtool(['check', 'metrics'], text)).toBe('accepted');
  });
});
