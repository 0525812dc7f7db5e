/** Texts that would run, navigate or mislead if the page treated them as anything but text. */

const RUNS = 'document.documentElement.dataset.harmed=1';

/** Short enough for the name of a person. */
export const hostileName = `<svg onload=${RUNS}>`;

/** Eighty ways to break out of plain text (SECURITY.md, row S5). */
export const hostileTexts: readonly string[] = [
  ...['script', 'SCRIPT', 'scr\u0000ipt', 'script/x', 'svg><script', 'math><script'].map(
    (tag) => `<${tag}>${RUNS}</script>`,
  ),
  ...[
    'img src=x',
    'IMG SRC=x',
    'img/src=x',
    'img src=x ',
    'image src=x',
    'video><source',
    'audio src=x',
    'input type=image src=x',
    'body',
    'iframe src=x',
    'object data=x',
    'embed src=x',
    'link rel=stylesheet href=x',
    'script src=x',
  ].map((tag) => `<${tag} onerror=${RUNS}>`),
  ...['svg', 'body', 'iframe', 'style', 'details open', 'img src=/favicon.svg', 'marquee'].map(
    (tag) => `<${tag} onload=${RUNS} ontoggle=${RUNS} onstart=${RUNS}>`,
  ),
  ...[
    'input autofocus',
    'select autofocus',
    'textarea autofocus',
    'a href=# autofocus',
    'div tabindex=1 autofocus',
  ].map((tag) => `<${tag} onfocus=${RUNS}>`),
  ...[
    'javascript:',
    'JaVaScRiPt:',
    'java\tscript:',
    ' javascript:',
    'data:text/html,<script>',
    'vbscript:',
    'blob:',
  ].map((scheme) => `<a href="${scheme}${RUNS}">press</a>`),
  ...[
    'javascript:',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:',
    'file:///etc/passwd',
    '//evil.example/',
    'https://evil.example/?',
  ].map((scheme) => `${scheme}${RUNS}`),
  ...[
    '"',
    "'",
    '`',
    '">',
    "'>",
    '--></style>',
    ']]>',
    '</textarea>',
    '</title>',
    '</script>',
    '</noscript>',
    '</template>',
  ].map((end) => `${end}<img src=x onerror=${RUNS}>`),
  ...['"', "'", '`', '\\"', "\\'"].map((end) => `${end} onmouseover=${RUNS} x=${end}`),
  ...['{{', '${', '<%=', '#{', '[[', '%7B%7B'].map((open) => `${open}constructor.constructor('${RUNS}')()}}`),
  '&lt;script&gt;',
  '&#60;script&#62;',
  '\\u003cscript\\u003e',
  '%3Cscript%3E',
  '<style>*{background:url(https://evil.example/)}</style>',
  '<base href=https://evil.example/>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<form action=https://evil.example/><button>press</button></form>',
  '<img src=https://evil.example/seen.png>',
  '![seen](https://evil.example/seen.png)',
  '[press](javascript:alert(1))',
  '__proto__',
];

/** Twelve texts that reverse or hide characters (SECURITY.md, row S6). */
export const deceptiveTexts: readonly string[] = [
  ...['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u200b', '\u200d', '\ufeff', '\u00ad'].map(
    (unseen) => `89${unseen}04`,
  ),
  '89\n04',
];
