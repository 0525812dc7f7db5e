import { expect, test } from 'vitest';
import { filledTemplate, templateProblem } from '../../../../src-shared/domain/outlets/template.ts';

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
])('[OUTLET-21] no value changes the structure of a message or is read as a template: %j', (value) => {
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
  ['"{title}"', null],
] as const)('[OUTLET-20] a template with a mistake is refused: %s', ([template, problem]) => {
  expect(templateProblem(template, ['title'])).toEqual(problem);
});
