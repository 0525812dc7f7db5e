/**
 * Measures the page while events arrive, while it is read, and after it slept: `npm run bench -- page`. Each time is
 * compared with that of a plain page in the same browser, because times depend on the machine. A missed goal is
 * reported, but does not fail the run.
 */
import { setTimeout } from 'node:timers/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import type { BenchServer } from './bench-server.ts';
import type { Checkout } from './checkout.ts';
import { atLeast, atMost, type Figures, percentile } from './figures.ts';
import { type Measurement, PageRig } from './page-rig.ts';
import { rewrittenTable, writtenText } from './plain-table.ts';

export interface PageBench {
  readonly checkout: Checkout;
  readonly isShort: boolean;
}

const LONG = { storm: 60, steady: 20, asleep: 60 };
const SHORT = { storm: 15, steady: 6, asleep: 15 };
const STORM_PER_SECOND = 1_000;
const STEADY_PER_SECOND = 50;
const ASLEEP_PER_SECOND = 25;
const LARGE_BYTES = 1_000_000;
/** Longer than any work that one click causes. */
const SETTLE_MS = 3_000;
const LARGE_WORDS = 'bench: a very large event';

export async function benchPage(figures: Figures, server: BenchServer, bench: PageBench): Promise<void> {
  const seconds = bench.isShort ? SHORT : LONG;
  figures.topic('The page in Chromium, 1440 × 900', [], false);
  size(figures, bench.checkout.root);
  const rig = await PageRig.start(bench.checkout, server);
  try {
    await pointedAt(figures, server, rig, seconds.steady);
    await storm(figures, server, rig, seconds.storm);
    await large(figures, server, rig);
    await asleep(figures, server, rig, seconds.asleep);
  } finally {
    await rig.stop();
  }
}

/** Measures the compressed size without fonts, which are already compressed. */
function size(figures: Figures, checkout: string): void {
  const folder = join(checkout, RENDERER, 'assets');
  const files = readdirSync(folder).filter((file) => /\.(js|css)$/.test(file));
  const all = files.reduce((sum, file) => sum + compressedKilobytes(join(folder, file)), 0);
  figures.measured('JS + CSS, compressed', all, 'kB', atMost(560));
}

/** Measures what the page needs before it runs. */
export function firstLoadKilobytes(checkout: string): number {
  const folder = join(checkout, RENDERER);
  const names = readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g);
  return [...names].reduce((sum, [, name = '']) => sum + compressedKilobytes(join(folder, name)), 0);
}

const RENDERER = 'out/renderer';
const compressedKilobytes = (path: string) => gzipSync(readFileSync(path), { level: 9 }).length / 1_000;

let made = 0;
async function make(server: BenchServer, count: number): Promise<void> {
  await server.prepareEvents(made, count);
  made += count;
}

const longestTask = ({ longTasks }: Measurement) => Math.max(0, ...longTasks);
export const share = ({ processMs, ms }: Measurement) => (processMs / ms) * 100;
const longTasksText = ({ longTasks }: Measurement) => `${longTasks.filter((task) => task > 100).length} over 100 ms`;
const under50 = (task: number) => (task === 0 ? 'none of 50 ms or more' : '');

async function pointedAt(figures: Figures, server: BenchServer, rig: PageRig, seconds: number): Promise<void> {
  await rig.pointAtList();
  await make(server, seconds * STEADY_PER_SECOND);
  const measured = await rig.watched.measure(() => server.sendAtRate(STEADY_PER_SECOND));
  const main = `main thread ${(measured.mainMs / seconds).toFixed(0)} ms/s`;
  figures.measured(`share of a core, ${STEADY_PER_SECOND}/s, pointed at`, share(measured), '%', atMost(15), main);
  await rig.leaveList();
}

async function storm(figures: Figures, server: BenchServer, rig: PageRig, seconds: number): Promise<void> {
  const { watched } = rig;
  const plain = await rewrittenTable(rig.browser, 5_000);
  await watched.page.bringToFront();
  await make(server, seconds * STORM_PER_SECOND);
  const measured = await watched.measure(() => server.sendAtRate(STORM_PER_SECOND), true);
  const perSecond = ({ framesMs, ms }: Measurement) => (framesMs.length * 1_000) / ms;
  const gaps = (of: Measurement) =>
    `p95 ${percentile(of.framesMs, 95).toFixed(0)} ms, p99 ${percentile(of.framesMs, 99).toFixed(0)} ms`;
  figures.measured(
    'a plain table, rewritten: longest task',
    longestTask(plain),
    'ms',
    null,
    under50(longestTask(plain)),
  );
  figures.measured('a plain table, rewritten: frames', perSecond(plain), '/s', null, gaps(plain));
  const name = `${STORM_PER_SECOND}/s for ${seconds} s`;
  figures.measured(`${name}: longest task`, longestTask(measured), 'ms', atMost(100), longTasksText(measured));
  figures.measured(`${name}: frames`, perSecond(measured), '/s', atLeast(50), gaps(measured));
  figures.measured(`${name}: frames ÷ plain table's`, perSecond(measured) / perSecond(plain), '');
  const marker = markerEvent(1);
  server.sendEvent(marker.event);
  figures.measured('the last of them is shown after', await rig.waitForDigits(marker.digits), 'ms');
}

async function large(figures: Figures, server: BenchServer, rig: PageRig): Promise<void> {
  const { page } = rig.watched;
  const { event, digits } = largeEvent();
  const plain = await writtenText(rig.browser, event.data);
  await page.bringToFront();
  server.sendEvent(event);
  await rig.waitForDigits(digits);
  const lines = rig.grid.locator('tbody tr');
  const texts = await lines.allTextContents();
  const line = lines.nth(texts.findIndex((text) => text.replaceAll(/\D/g, '').includes(digits)));
  let shownMs = 0;
  const measured = await rig.watched.measure(async () => {
    const start = performance.now();
    // Not in the middle, where a button may be.
    await line.click({ position: { x: 20, y: 10 } });
    await page.getByText(LARGE_WORDS).first().waitFor();
    shownMs = performance.now() - start;
    await page.waitForTimeout(SETTLE_MS);
  });
  figures.measured('1 MB as plain text: longest task', longestTask(plain), 'ms', null, under50(longestTask(plain)));
  figures.measured('1 MB event opens: longest task', longestTask(measured), 'ms', atMost(100), longTasksText(measured));
  figures.measured(
    '1 MB event opens: shown after',
    shownMs,
    'ms',
    null,
    `main thread ${measured.mainMs.toFixed(0)} ms`,
  );
  for (let level = 0; level < 3; level += 1) await page.keyboard.press('Escape');
  await rig.leaveList();
}

/**
 * Stops the process of the page while events arrive, and measures how long it needs to show the last one after it
 * continues.
 */
async function asleep(figures: Figures, server: BenchServer, rig: PageRig, seconds: number): Promise<void> {
  await make(server, seconds * ASLEEP_PER_SECOND);
  const stopped = await rig.signalPages('SIGSTOP', []);
  await server.sendAtRate(ASLEEP_PER_SECOND);
  const marker = markerEvent(2);
  server.sendEvent(marker.event);
  await setTimeout(500);
  await rig.signalPages('SIGCONT', stopped);
  const ms = await rig.waitForDigits(marker.digits);
  figures.measured(`asleep for ${seconds} s at ${ASLEEP_PER_SECOND}/s: current after`, ms, 'ms', atMost(1_000));
}

function markerEvent(number: number, more: object = {}): { event: ReceivedEvent; digits: string } {
  const digits = `7070707${number}`;
  const at = Date.now();
  const data = JSON.stringify({
    createdDateTime: new Date(at).toISOString(),
    operation: 'ENABLED',
    principal: 'acme/emea/fleet',
    state: 'COMPLETED',
    detailedMessage: { eid: `890490320012345678901234${digits}`, ...more },
  });
  return { event: { receivedAt: at, kind: 'LOCALIZATION', id: `bench-${number}`, data }, digits };
}

function largeEvent() {
  const resource = { iccid: '8946012345678901234', state: 'ACTIVE', note: 'a resource among very many of them' };
  const resources = Array.from({ length: Math.floor(LARGE_BYTES / 100) }, (_, place) => ({ place, ...resource }));
  return markerEvent(3, {
    detailedError: [{ errorCode: 'CMP-1', errorMessage: LARGE_WORDS, errorType: 'CMP_ERROR' }],
    resources,
  });
}
