/** Runs `watchfloor start` without Electron. */
import { abortable } from '../../../../src-shared/lib/abortable.ts';
import { openApplication } from '../../compose.ts';
import { skippedProfileWords } from '../../../../src-shared/words/error-words.ts';
import { withClickHandler } from '../../notifier-listeners.ts';
import { openDesktopNotifier } from './desktop-notifier.ts';
import { openBrowser } from '../sign-in/open-browser.ts';
import { terminalLines } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import type { VaultKeyFileOption } from '../options.ts';
import { whenAborted } from '../../../../src-shared/lib/when-aborted.ts';

export interface StartOptions extends VaultKeyFileOption {
  web?: true;
  practice?: string | true;
  profile?: string;
  replaceProfile?: true;
  watchCopy?: true;
  wall?: true;
  dataDir: string;
  port: number;
  open: boolean;
  notify: boolean;
}

/** Resolves when the user has stopped it and everything is stored. */
export async function runWebHost(
  terminal: Terminal,
  build: string,
  options: StartOptions,
  stopSignal: AbortSignal,
): Promise<void> {
  const ofDesktop = await openDesktopNotifier(
    terminal,
    { notify: options.notify, clickLabel: 'Open', print: (line) => printLine(terminal, line) },
    stopSignal,
  );
  let openPage = () => {};
  const notifier =
    ofDesktop &&
    withClickHandler(ofDesktop, (alarm, listener) => {
      listener(alarm);
      openPage();
    });
  const openDatabases = await terminal.openDatabases('watch');
  const { environment, clock } = terminal;
  const opening = openApplication({
    ...options,
    notifier,
    environment,
    openDatabases,
    clock,
    policy: await terminal.policy(),
  });
  // Loads while a thread opens the store.
  const { startWebHost } = await import('../../web/web-host.ts');
  const opened = await abortable(opening, stopSignal).catch((error: unknown) => {
    opening.then((late) => late.stop()).catch(() => undefined);
    throw error;
  });
  for (const warning of opened.warnings)
    reportLine(terminal, `watchfloor: ${terminalLines(skippedProfileWords(warning))}`);
  try {
    const host = await startWebHost({
      exports: opened.exports,
      dataDir: options.dataDir,
      port: options.port,
      application: opened.application,
      rendererDirectory: `${build}/renderer`,
      clock: opened.clock,
      log: opened.log,
      onLaunchLink: (url) => printLine(terminal, `New link, because the last one was used or has expired: ${url}`),
    });
    try {
      const first = withPageOptions(host.launchUrl, options);
      printLine(terminal, `Watchfloor is ready: ${first}`);
      if (options.open) openBrowser(first, terminal.environment);
      openPage = () => {
        // An open page shows the alarm by itself.
        const fresh = host.launchUrlIfNoPageOpen();
        if (fresh === null) return;
        const link = withPageOptions(fresh, options);
        printLine(terminal, `New link, because an alarm was clicked and no page is open: ${link}`);
        openBrowser(link, terminal.environment);
      };
      await whenAborted(stopSignal);
    } finally {
      await host.stop();
    }
  } finally {
    const unsaved = await opened.stop();
    if (unsaved > 0) {
      reportLine(terminal, `watchfloor: ${unsaved} events could not be stored; see the log.`);
      terminal.exitCode = 1;
    }
  }
}

function withPageOptions(link: string, { wall }: StartOptions): string {
  if (wall !== true) return link;
  const url = new URL(link);
  url.search = 'wall';
  return url.href;
}
