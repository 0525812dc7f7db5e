/** Measures the page in Chromium with its web host. */
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '../../build/chromium.ts';
import { median, percentile } from './figures.ts';
import { type Bench, MIB, steadyRates } from './goal-ingest.ts';
import { record } from './goals.ts';
import { firstLoadKilobytes, share } from './page.ts';
import { MeasuredPage, PageRig } from './page-rig.ts';
import { wheelTimes } from './plain-table.ts';
import { ProductProcess } from './product-process.ts';

const TURNS = 20;
const COLD_STARTS = 5;
/** Height of the list in a window of 900 px. */
const SCREEN_PX = 800;
const STEADY_PER_SECOND = 50;
const STORM_PER_SECOND = 1_000;
const CODES = 60_000;
const CODES_AT_ONCE = 10_000;
const SETTLE_MS = 8_000;

/** Measures a host with a page: at 10 events a second, and its memory after many codes. */
export async function watchedHost({ checkout, figures, server }: Bench): Promise<void> {
  record(figures, 'page: first load, compressed', firstLoadKilobytes(checkout.root));
  const rig = await PageRig.start(checkout, server);
  try {
    await rig.leaveList();
    const { share: ofHost, wakeUps } = await steadyRates(server, rig.host, 0, { rate: 10, seconds: 12 });
    record(figures, 'host with a page at 10 events/s, share of a core', ofHost);
    record(figures, 'host with a page at 10 events/s, wake-ups per second', wakeUps);
    for (let from = 0; from < CODES; from += CODES_AT_ONCE) {
      await server.prepareEvents(from, CODES_AT_ONCE, 'codes');
      const target = rig.host.newestSeq() + CODES_AT_ONCE;
      server.sendPrepared();
      await rig.host.waitUntilStored(target);
    }
    await rig.host.waitUntilFinished();
    await setTimeout(SETTLE_MS);
    const { residentBytes, residentPeakBytes } = rig.host.usage();
    const peak = `peak ${(residentPeakBytes / MIB).toFixed(0)}`;
    record(figures, 'memory, host with a page after 60 000 codes', residentBytes / MIB, peak);
  } finally {
    await rig.stop();
  }
}

/** Measures a page and its host: at rest, at steady rates, and by wheel. */
export async function page({ checkout, figures, server, isShort }: Bench): Promise<void> {
  const rig = await PageRig.start(checkout, server);
  const seconds = isShort ? 10 : 30;
  const measured = async (work: () => Promise<unknown>) => {
    let ofPage = 0;
    const ofHost = await rig.host.share(async () => (ofPage = share(await rig.watched.measure(work))));
    return { ofPage, ofHost };
  };
  let made = 0;
  const arriving = async (perSecond: number) => {
    await server.prepareEvents(made, perSecond * seconds);
    made += perSecond * seconds;
    return measured(() => server.sendAtRate(perSecond));
  };
  try {
    await rig.leaveList();
    const idle = await measured(() => setTimeout(seconds * 1_000));
    record(figures, 'nothing but heartbeats: page, share of a core', idle.ofPage);
    record(figures, 'nothing but heartbeats: its host, share of a core', idle.ofHost);
    const steady = await arriving(STEADY_PER_SECOND);
    record(figures, 'host with a page at 50 events/s, share of a core', steady.ofHost);
    record(figures, 'page: live at 50 events/s, share of a core', steady.ofPage);
    const storm = await arriving(STORM_PER_SECOND);
    record(figures, 'page: 1 000 events/s, share of a core', storm.ofPage, `host ${storm.ofHost.toFixed(0)} %`);
    await rig.pointAtList();
    const times = await wheelTimes(rig.watched, TURNS, SCREEN_PX);
    const slow = `p95 ${percentile(times, 95).toFixed(0)} ms; n ${TURNS}`;
    record(figures, 'page: one screen of wheel, main thread', median(times), slow);
  } finally {
    await rig.stop();
  }
}

/** Measures the first rows of Watch over the filled store, each time in a browser that has cached nothing. */
export async function coldWatch({ checkout, figures, server, folder }: Bench): Promise<void> {
  const host = await ProductProcess.start(server, { checkout, command: 'web', folder });
  await host.waitUntilFinished();
  const browser = await chromium.launch(await chromiumLaunchOptions());
  const times: number[] = [];
  try {
    // The first page signs in with the launch link; the others use its cookies, but not its cache.
    const first = await MeasuredPage.open(browser);
    await first.page.goto(host.link);
    await first.page.getByTestId('signal').getByText('Watching').first().waitFor();
    const cookies = await first.page.context().cookies();
    const address = new URL('/', first.page.url()).href;
    await first.close();
    for (let turn = 0; turn < COLD_STARTS; turn += 1) {
      const cold = await MeasuredPage.open(browser);
      await cold.page.context().addCookies(cookies);
      const start = performance.now();
      await cold.page.goto(address, { waitUntil: 'commit' });
      await cold.page.waitForFunction(() => document.querySelector('[aria-label="Watch"] a[data-key]') !== null);
      times.push(performance.now() - start);
      await cold.close();
    }
  } finally {
    await browser.close();
    await host.stop();
  }
  record(figures, 'page: first rows on Watch, cold', median(times), `p95 ${percentile(times, 95).toFixed(0)} ms`);
}
