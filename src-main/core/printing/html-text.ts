/**
 * Writes untrusted texts as HTML: they never become markup, and characters that are invisible or change the reading
 * direction are shown as escapes. A page is one file, runs nothing, loads nothing, and prints on A4 in light colours.
 */
import { visibleText } from '../../../src-shared/lib/visible-text.ts';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function htmlText(text: string, keep = ''): string {
  return visibleText(text, keep).replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/** Isolates an untrusted text, so that its reading direction does not affect the text around it. */
export function htmlIsolated(text: string): string {
  return `<bdi>${htmlText(text)}</bdi>`;
}

export function htmlHead(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
`;
}

export const HTML_FOOT = '</main>\n</body>\n</html>\n';

const STYLE = `
:root { color-scheme: light; --text: #17202a; --quiet: #5b6672; --line: #d5dae0; --failed: #b42318; --partial: #8a5a00; --unknown: #6b3fa0; --ok: #4f9f86; --mask: #e4e8ec; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: var(--text); font: 13px/1.5 Inter, "Segoe UI", system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 1024px; margin: 0 auto; padding: 24px 32px 40px; }
h1 { font-size: 22px; line-height: 1.25; margin: 0 0 2px; }
h2 { font-size: 13px; margin: 20px 0 6px; padding-bottom: 4px; border-bottom: 1px solid var(--line); break-after: avoid; }
h2 small, .q { color: var(--quiet); font-weight: 400; }
p { margin: 4px 0; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 400; color: var(--quiet); }
td, th { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr { break-inside: avoid; }
.n { text-align: right; white-space: nowrap; padding-right: 0; padding-left: 16px; width: 1%; }
.w { white-space: nowrap; width: 1%; }
.id, .mono th { white-space: nowrap; }
.who { width: 24%; }
.sum td { font-weight: 600; border-bottom: 0; }
.m { font-size: 11px; }
.failed { color: var(--failed); } .partial { color: var(--partial); } .unknown { color: var(--unknown); }
.mono, pre { font-family: "JetBrains Mono", Consolas, "DejaVu Sans Mono", monospace; font-size: 12px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0; }
dl { display: grid; grid-template-columns: minmax(90px, max-content) 1fr; gap: 1px 16px; margin: 4px 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
mark { background: var(--mask); color: inherit; border-radius: 2px; padding: 0 3px; }
ul { margin: 4px 0; padding-left: 0; list-style: none; }
li { margin: 0 0 6px; padding-left: 20px; text-indent: -20px; overflow-wrap: anywhere; }
.strip { position: relative; height: 14px; margin: 8px 0 2px; background: #eef1f4; border-radius: 3px; overflow: hidden; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.strip i { position: absolute; top: 0; bottom: 0; min-width: 2px; }
.strip .ok { background: var(--ok); }
.strip .gap { min-width: 4px; background: repeating-linear-gradient(135deg, #17202a 0 2px, #fff 2px 5px); }
.ends { display: flex; justify-content: space-between; color: var(--quiet); font-size: 12px; }
.cols { display: grid; grid-template-columns: 1fr 1fr; gap: 0 32px; }
@page { size: A4; margin: 14mm; }
@media print { main { max-width: none; padding: 0; } body { font-size: 11px; } h1 { font-size: 18px; } }
@media (max-width: 700px) { .cols { grid-template-columns: 1fr; } }
`;
