import { describe, expect, test } from 'vitest';
import { DEFAULT_TEMPLATE, filledTemplate, templateProblem } from '../../../../src-shared/domain/outlets/template.ts';

test('[OUTLET-20] a template puts values into the strings of its JSON', () => {
  const template = '{ "text": "{title} ({open})", "list": ["{{title}}", 7, null, { "k": "{ title }" }] }';
  expect(JSON.parse(filledTemplate(template, { title: 'Allocation failed', open: '12' }))).toEqual({
    text: 'Allocation failed (12)',
    list: ['{title}', 7, null, { k: 'Allocation failed' }],
  });
});

test.for([
  '","injected":"yes',
  '\\","x":{"y":1},"',
  '{title}',
  '{{secret}}',
  '\u0000\u2028\u2029',
  '\uD800',
  '</script><script>',
  '\r\n\r\nPOST / HTTP/1.1',
  '${jndi:ldap://x}',
  '__proto__',
  '"}],"a":[{"b":"',
])('[OUTLET-20] no value changes the structure of a message or is read as a template: %j', (value) => {
  const template = '{ "text": "{title}", "of": { "code": "{code}" } }';
  const filled: unknown = JSON.parse(filledTemplate(template, { title: value, code: value }));
  expect(filled).toEqual({ text: value, of: { code: value } });
});

test.for([
  ['text', { kind: 'not-json' }],
  ['{ "text": "{titel}" }', { kind: 'unknown-field', field: 'titel', known: ['title'] }],
  ['{ "text": "{toString}" }', { kind: 'unknown-field', field: 'toString', known: ['title'] }],
  ['{ "text": "{title" }', { kind: 'stray-brace' }],
  ['{ "{": "{title}" }', null],
  ['{ "text": "{{{title}}}" }', null],
  ['{ "text": "{title}" }', null],
  ['{ "text": "{title:chat} { title : chat }" }', null],
  ['{ "text": "{title:html}" }', { kind: 'unknown-field', field: 'title:html', known: ['title'] }],
  ['{ "text": "{titel:chat}" }', { kind: 'unknown-field', field: 'titel:chat', known: ['title'] }],
  ['"{title}"', null],
] as const)('[OUTLET-20] a template with a mistake is refused: %s', ([template, problem]) => {
  expect(templateProblem(template, ['title'])).toEqual(problem);
});

test.for([
  [100, null],
  [101, { kind: 'too-deep' }],
  [8_000, { kind: 'too-deep' }],
] as const)('[OUTLET-20] a template whose lists are %d deep', ([depth, problem]) => {
  expect(templateProblem('['.repeat(depth) + ']'.repeat(depth), ['title'])).toEqual(problem);
  expect(templateProblem('{"a":'.repeat(depth) + '1' + '}'.repeat(depth), ['title'])).toEqual(problem);
});

describe('[OUTLET-20] the default message shows texts of the service and names of users literally', () => {
  /** Chats that the documents name read these as a mention, a link or markup of their own. */
  const active = [
    /<[!@#]|<[a-z+]+:|[<>]/i,
    /[@#~][\p{L}\p{N}_]/u,
    /\]\(|\]\[/,
    /\w:\/\//,
    /\b(?:mailto|tel|javascript):[^\u200B]/i,
    /\bwww\.[^\u200B]|[a-z]\.(?:example|com)\b/i,
    /&(?!amp;|lt;|gt;)/,
  ];

  test.for([
    ['<!channel> wake up', '&lt;!channel&gt; wake up'],
    ['<!here|here> <!everyone>', '&lt;!here|here&gt; &lt;!everyone&gt;'],
    ['@all please', '@all please'],
    ['Olivia (@channel)', 'Olivia (@channel)'],
    ['<@U012AB3CD> <#C012AB3CD>', '&lt;@U012AB3CD&gt; &lt;#C012AB3CD&gt;'],
    ['<https://other.example/in|DOWNLOAD_FAILED>', '&lt;https://other.example/in|DOWNLOAD_FAILED&gt;'],
    ['[Sign in again](https://other.example)', '[Sign in again](https://other.example)'],
    ['![x](http://other.example/x.png)', '![x](http://other.example/x.png)'],
    ['[Sign in][a]', '[Sign in][a]'],
    ['write to ops@other.example, mailto:a@b.example', 'write to ops@other.example, mailto:a@b.example'],
    ['www.other.example ~town-square #general', 'www.other.example ~town-square #general'],
    ['AT&T &lt;!channel&gt; &amp;', 'AT&amp;T &amp;lt;!channel&amp;gt; &amp;amp;'],
    ['one\n> two\r\n@here', 'one &gt; two @here'],
    ['\u202E@all', String.raw`\u{202E}@all`],
  ] as const)('%j', ([text, shown]) => {
    const filled = JSON.parse(filledTemplate(DEFAULT_TEMPLATE, { title: text, sentence: text, profile: text })) as {
      readonly text: string;
    };
    // A zero-width space is invisible to users.
    expect(filled.text.replaceAll('\u200B', '')).toBe([shown, shown, shown].join('\n'));
    expect(active.filter((pattern) => pattern.test(filled.text))).toEqual([]);
  });

  test.for([
    'START_PROFILE_DOWNLOAD_FAILED',
    'Allocation failed · 12 eUICCs · Norway',
    'Code: DCP_ERROR 73. Owner: Olivia.',
    '8904903200000100000000 - 10:30 - 50 %',
  ])('%j is the same as without', (text) => {
    expect(filledTemplate('"{title:chat}"', { title: text })).toBe(JSON.stringify(text));
  });
});
