/** Baselines for the page: the plainest table with as many rows in the same browser. */
import type { Browser } from '@playwright/test';
import { type Measurement, MeasuredPage } from './page-rig.ts';

const IN_VIEW = 30;
const CELLS = 8;
/** Same interval as the updates of the page. */
const REWRITE_INTERVAL_MS = 100;

export async function rewrittenTable(browser: Browser, ms: number): Promise<Measurement> {
  const plain = await plainPage(browser, IN_VIEW);
  const { page } = plain;
  await page.evaluate((everyMs) => {
    let turn = 0;
    setInterval(() => {
      turn += 1;
      for (const [index, cell] of document.querySelectorAll('td').entries()) cell.textContent = `${turn} ${index}`;
    }, everyMs);
  }, REWRITE_INTERVAL_MS);
  const measured = await plain.measure(() => page.waitForTimeout(ms), true);
  await plain.close();
  return measured;
}

export async function writtenText(browser: Browser, text: string): Promise<Measurement> {
  const plain = await plainPage(browser, 0);
  const measured = await plain.measure(async () => {
    await plain.page.evaluate((content) => {
      // Runs in a task of the page, because scripts of a debugger are not reported as long tasks.
      setTimeout(() => {
        const pre = document.createElement('pre');
        pre.textContent = JSON.stringify(JSON.parse(content), null, 2);
        document.body.append(pre);
      });
    }, text);
    await plain.page.waitForTimeout(1_000);
  });
  await plain.close();
  return measured;
}

/** @returns main-thread ms of each turn of the wheel and of the 250 ms after it */
export async function wheelTimes(measured: MeasuredPage, turns: number, byPx: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { mainMs } = await measured.measure(async () => {
      await measured.page.mouse.wheel(0, byPx);
      await measured.page.waitForTimeout(250);
    });
    times.push(mainMs);
  }
  return times;
}

async function plainPage(browser: Browser, rows: number): Promise<MeasuredPage> {
  const plain = await MeasuredPage.open(browser);
  const cells = Array.from({ length: CELLS }, (_, cell) => `<td>value ${cell}</td>`).join('');
  await plain.page.goto('about:blank');
  await plain.page.setContent(`<table>${`<tr style="height:30px">${cells}</tr>`.repeat(rows)}</table>`);
  return plain;
}
