/** Builds the page after repeated crashes. On a wall an empty window would look as if everything were quiet. */
import { STOPPED_PAGE_RETRY_MS } from './page-restarts.ts';

export const STOPPED_PAGE_PATH = '/stopped.html';

const STYLE = `
  :root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; background: Canvas; color: CanvasText; }
  main { max-width: 40rem; padding: 2rem; }
  h1 { font-size: 1.5rem; margin: 0 0 1rem; }
  a { display: inline-block; margin-top: 1rem; padding: .5rem 1rem; border: 1px solid; border-radius: 4px;
      color: inherit; text-decoration: none; }
  a:focus-visible { outline: 2px solid CanvasText; outline-offset: 3px; }`;

export function stoppedPage(nonce: string, wall: boolean): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Watchfloor — page stopped</title>
<style nonce="${nonce}">${STYLE}</style>
<main>
<h1>The Watchfloor page stopped</h1>
<p>It stopped several times within a minute, so Watchfloor does not restart it immediately. Watching and storing do not
depend on the page, but until it is back you cannot see their state here.</p>
<p>Watchfloor tries again in ${STOPPED_PAGE_RETRY_MS / 60_000} minutes. See the log for details.</p>
<a href="${wall ? '/?wall' : '/'}" draggable="false">Reload page</a>
</main>
</html>
`;
}
