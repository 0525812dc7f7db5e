/**
 * Takes the pictures of the documentation from the running app (`npm run screenshots`). With a folder as argument, it
 * takes every screen and state into that folder, at 1440 × 900 and 900 × 600, dark and light, and each extreme case
 * once, for a review. Further arguments select groups. It needs a build (`npm run build`).
 *
 *     npm run screenshots -- [FOLDER [first-minutes|watching|signing-in|reading|exploring|searching|troubles|alarming|deadlines|links|outlets|team|desktop|days|damage|widths …]]
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '../build/chromium.ts';
import { alarming } from './pictures/alarms.ts';
import { damagedStore, madeDay } from './pictures/days.ts';
import { deadlines } from './pictures/deadlines.ts';
import { exploring } from './pictures/busy-timeline.ts';
import { firstMinutes } from './pictures/first-minutes.ts';
import { ownLinks } from './pictures/links.ts';
import { onDesktop } from './pictures/desktop.ts';
import { outlets } from './pictures/outlets.ts';
import { reading } from './pictures/timeline.ts';
import { Screenshots } from './pictures/screenshots.ts';
import { searching } from './pictures/searches.ts';
import { signingIn } from './pictures/sign-in.ts';
import { team } from './pictures/team.ts';
import { troubles } from './pictures/faults.ts';
import { watching } from './pictures/watch.ts';
import { widths } from './pictures/widths.ts';

const DOCUMENTED: ReadonlySet<string> = new Set([
  'first-run',
  'desktop-app',
  'case-tried',
  'request-partial',
  'support-pack',
  'shift-report',
  'explore-busy',
  'explore-detail',
  'explore-completion',
  'coverage',
  'data',
  'settings-profile',
  'settings-alarms',
  'settings-deadlines',
  'watch-deadlines',
  'settings-outlets',
  'settings-links',
  'settings-team',
  'case-links',
  'access',
  'search-results',
  'search-gap',
]);
const [folder, ...requested] = process.argv.slice(2);
const shots = new Screenshots(
  folder ?? fileURLToPath(new URL('../docs/screenshots', import.meta.url)),
  folder === undefined ? { kind: 'some', names: DOCUMENTED } : { kind: 'everything' },
);
const groups = {
  'first-minutes': firstMinutes,
  watching,
  'signing-in': signingIn,
  reading,
  exploring,
  searching,
  troubles,
  alarming,
  deadlines,
  links: ownLinks,
  outlets,
  team,
  desktop: onDesktop,
  days: madeDay,
  damage: damagedStore,
  widths,
};

const start = performance.now();
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  for (const [name, make] of Object.entries(groups)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    console.log(name);
    try {
      await make(browser, shots);
    } catch (error) {
      // A host did not start. Other groups may still work.
      shots.failures.push(`${name}: ${String(error)}`);
      console.log(`  FAILED ${name}: ${String(error)}`);
    }
  }
} finally {
  await browser.close();
}
console.log(`${shots.count} pictures in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
if (shots.failures.length > 0) {
  console.log(`Not made:\n${shots.failures.join('\n')}`);
  process.exitCode = 1;
}
