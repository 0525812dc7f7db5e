/** Renders the page after the issuer's. It has no scripts, loads nothing and shows only how the sign-in ended. */
import { createHash } from 'node:crypto';
import type { RedirectEnd } from '../../core/ports/redirect-listener.ts';

const style = `:root{color-scheme:dark light}body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.6 system-ui,sans-serif}main{max-width:30rem;padding:24px}h1{margin:0 0 12px;font-size:20px;font-weight:600}p{margin:0}`;

const PAGE_TEXTS: { readonly [How in RedirectEnd | 'refused']: readonly [title: string, text: string] } = {
  'signed-in': ['Signed in', 'You can close this tab and go back to Watchfloor.'],
  denied: ['Not signed in', 'The sign-in was denied. You can close this tab; see Watchfloor for what to do.'],
  failed: ['Not signed in', 'The sign-in failed. You can close this tab; see Watchfloor for the reason.'],
  refused: [
    'Not a sign-in answer',
    'Watchfloor is waiting here for the answer of a sign-in; this is a different request.',
  ],
};

/** Headers of every response. They keep a code in an address out of caches, the next page and scripts. */
export const responseHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  connection: 'close',
};

export function redirectPage(how: RedirectEnd | 'refused'): string {
  const [title, text] = PAGE_TEXTS[how];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Watchfloor</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
}
