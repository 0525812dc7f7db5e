/** The page's own font, which a browser without a session may read, too. */
export const LAUNCH_FONT = '/launch.woff2';

/** Page without a session. Its script must run under `trusted-types 'none'` and leave no token in the address. */
export const launchPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Watchfloor</title>
<link rel="stylesheet" href="/launch.css">
<script type="module" src="/launch.js"></script>
</head>
<body>
<main>
<h1>Watchfloor</h1>
<p id="words" role="status">This browser has no session yet: Watchfloor was restarted, or was never opened in this browser. Open the link in the terminal that runs Watchfloor, or make one in a browser that shows Watchfloor (Settings, About: Open in another browser). A link works once, within a minute.</p>
<button id="fresh" type="button">Print a new link in the terminal</button>
</main>
</body>
</html>
`;

/** Listens to `hashchange`: a link pasted into the same tab changes only the fragment and loads nothing. */
export const launchScript = `const words = document.getElementById('words');
const fresh = document.getElementById('fresh');

async function post(body) {
  const headers = { 'Content-Type': 'application/json', 'X-CSRF': '1' };
  try {
    const answer = await fetch('/session', { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status === 204) location.replace('/' + location.search);
    else say(await answer.text());
  } catch {
    say('Watchfloor does not answer. Start it again, then open the link that it prints.');
  }
}

// A page that leaves at once does not load the font.
function say(text) {
  document.body.className = 'read';
  words.textContent = text;
}

function exchange() {
  const token = /^#launch=(.+)$/.exec(location.hash)?.[1];
  if (token === undefined) return say(words.textContent);
  history.replaceState(null, '', '/' + location.search);
  words.textContent = 'Opening\\u2026';
  void post({ token });
}

addEventListener('hashchange', exchange);
fresh.addEventListener('click', () => void post({ fresh: true }));
exchange();
`;

export const launchStylesheet = `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; src: url('${LAUNCH_FONT}') format('woff2'); }
:root { color-scheme: dark light; --ground: #0f1419; --text: #e6ebf0; --quiet: #93a1b0; --line: #27303a; }
@media (prefers-color-scheme: light) {
  :root { --ground: #f7f8fa; --text: #17202a; --quiet: #5a6877; --line: #dde2e8; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--text); font: 15px/1.6 system-ui, sans-serif; }
.read { font-family: 'Inter Variable', system-ui, sans-serif; font-feature-settings: 'cv05', 'ss03'; }
main { max-width: 30rem; padding: 24px; }
h1 { margin: 0 0 12px; font-size: 20px; font-weight: 600; }
p { margin: 0 0 20px; color: var(--quiet); }
button { padding: 8px 14px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button:hover { border-color: var(--quiet); }
button:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
`;

export const launchWords = {
  expired: 'This link was used or is older than a minute. A new link is in the terminal that runs Watchfloor.',
  printed: 'A new link is in the terminal that runs Watchfloor. It works once, within a minute.',
  limited: 'Too many wrong links. Wait a minute, then print a new link.',
  malformed: 'This is not a launch link. Open the link in the terminal that runs Watchfloor.',
  noSession:
    'This browser has no session yet. Open the link in the terminal that runs Watchfloor, or one of Settings, About, Open in another browser.',
} as const;
