import { expect, test } from 'vitest';
import { failureOf } from '../../../src-main/hosts/cli/failure.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { errorWords } from '../../../src-shared/words/error-words.ts';

test.each([
  [appError('STORE_UNREADABLE', { path: '/data' }), 2],
  [appError('STORE_IN_USE', { path: '/data/events.db' }), 3],
  [appError('STORE_LOST', {}), 1],
])('[CLI-2] the failure %s has its sentence and the exit code %i', (error, exitCode) => {
  expect(failureOf(error)).toEqual({ exitCode, words: `watchfloor: ${errorWords(error.data, 'terminal')}` });
});

test('a mistake in a filter is marked at its position, also after invisible characters', () => {
  const facts = { text: 'a\u200bb until:never', at: 10, length: 5, problem: 'bad-time' } as const;
  expect(failureOf(appError('BAD_FILTER', facts))?.words?.split('\n').slice(1)).toEqual([
    String.raw`  a\u200bb until:never`,
    '                 ^^^^^',
  ]);
  expect(failureOf(appError('BAD_FILTER', { ...facts, at: 15, length: 0 }))?.words?.endsWith(' ^')).toBe(true);
});

test('a mistake in a filter is marked where a terminal shows it, also after and below wide letters, pictures and marks', () => {
  const marked = (text: string, wrong: string) =>
    failureOf(appError('BAD_FILTER', { text, at: text.indexOf(wrong), length: wrong.length, problem: 'unknown-field' }))
      ?.words?.split('\n')
      .at(-1);
  expect([
    marked('"日本ｱ" colour:red', 'colour'),
    marked('🙂é colour:red', 'colour'),
    marked('e\u0301 한국:red', '한국'),
  ]).toEqual(['          ^^^^^^', '      ^^^^^^', '    ^^^^']);
});

test('a mistake in a filter that is wider than a terminal is marked in the part around it', () => {
  const text = `${'a'.repeat(60)} 日本 colour:${'x'.repeat(60)}`;
  const facts = { text, at: text.indexOf('colour'), length: 6, problem: 'unknown-field' } as const;
  expect(failureOf(appError('BAD_FILTER', facts))?.words?.split('\n').slice(1)).toEqual([
    `  …${'a'.repeat(33)} 日本 colour:xxxxxxxx…`,
    `${' '.repeat(42)}^^^^^^`,
  ]);
});

test('received paths and names cannot control the terminal', () => {
  expect(failureOf(appError('STORE_IN_USE', { path: '/\u001b[2J' }))?.words).toContain(
    String.raw`/\u001b[2J. Stop it first`,
  );
});

test('a bug is not a known failure', () => {
  expect(failureOf(new Error('a bug'))).toBeNull();
});
