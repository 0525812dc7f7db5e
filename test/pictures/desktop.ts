/** Takes pictures of Settings › Desktop, which only the desktop app has. A web host gets a scripted desktop instead. */
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { openApplication } from '../../src-main/hosts/compose.ts';
import { startWebHost } from '../../src-main/hosts/web/web-host.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import type { Desktop } from '../../src-main/core/ports/desktop.ts';
import type { DesktopState, UpdateState } from '../../src-shared/api/desktop.ts';
import { desktopState } from '../doubles/page-desktop.ts';
import { Workplace } from '../support/command.ts';
import { newContext, movePointerAway, waitForSignal, waitForText } from './web-host.ts';
import type { Screenshots } from './screenshots.ts';

const UPDATES: Readonly<Record<string, UpdateState>> = {
  'settings-desktop-update': { kind: 'available', version: '0.2.0' },
  'settings-desktop-loading': { kind: 'downloading', version: '0.2.0', percent: 42 },
  'settings-desktop-failed': {
    kind: 'failed',
    problem: 'signature',
    detail: 'New version 0.2.0 is not signed by the application owner',
    at: Date.now(),
  },
};

export async function onDesktop(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('settings-desktop', ...Object.keys(UPDATES))) return;
  const workplace = await Workplace.create();
  const desktop = new ScriptedDesktop();
  const opened = await openApplication({ dataDir: workplace.dataDir, practice: true, desktop });
  const host = await startWebHost({
    exports: opened.exports,
    port: 0,
    application: opened.application,
    rendererDirectory: fileURLToPath(new URL('../../out/renderer', import.meta.url)),
    clock: opened.clock,
    log: opened.log,
    onLaunchLink: () => undefined,
  });
  const context = await newContext(browser);
  try {
    const page = await context.newPage();
    await page.goto(host.launchUrl);
    await waitForSignal(page, 'Watching');
    await page.evaluate(() => void (window.location.hash = '#/settings?part=desktop'));
    await page.getByRole('heading', { name: 'Desktop' }).first().waitFor();
    await shots.capture(page, 'settings-desktop', () => movePointerAway(page));
    await shots.captureExtremes(page, 'settings-desktop');
    await shots.captureZoomed(context, page.url(), 'settings-desktop');
    for (const [name, update] of Object.entries(UPDATES))
      await shots.capture(page, name, async () => {
        desktop.emit({ update });
        await waitForText(page, update.kind === 'failed' ? /not signed/ : /0\.2\.0/);
      });
  } finally {
    await context.close();
    await host.stop();
    await opened.stop();
    await workplace.close();
  }
}

class ScriptedDesktop implements Desktop {
  readonly #changes = new ChangeSignal();
  #state = desktopState({ startsAtLogin: true });

  emit(part: Partial<DesktopState>): void {
    this.#state = { ...this.#state, ...part };
    this.#changes.notify();
  }
  async *subscribe(signal: AbortSignal | undefined) {
    const ends = signal ?? new AbortController().signal;
    while (!ends.aborted) {
      const { revision } = this.#changes;
      yield { revision, state: this.#state };
      await this.#changes.changedSince(revision, ends).catch(() => undefined);
    }
  }
  openFolder = async () => undefined;
  startAtLogin = async () => undefined;
  stayWhenClosed = async () => undefined;
  keepAwake = async () => undefined;
  checkForUpdate = () => undefined;
  loadUpdate = () => undefined;
  installUpdate = () => undefined;
}
