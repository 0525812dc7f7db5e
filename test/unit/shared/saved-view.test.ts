import { describe, expect, test } from 'vitest';
import { MOST_VIEWS, MOST_VIEWS_TEXT, parseViews, printViews } from '../../../src-shared/domain/saved-view.ts';
import { aView } from '../../doubles/saved-views.ts';

const file = (views: readonly unknown[], version = 1) => JSON.stringify({ version, views });
const written = (name: string, query: string) => ({ id: name, name, query, pinned: true });

describe('views as text', () => {
  test('are the same views when they are read again, byte order mark or not', () => {
    const views = [aView('a', ''), aView('b', 'outcome:failed since:-7d', { pinned: true, name: '\u202EÅ "x" 😀' })];
    expect(parseViews(printViews(views))).toEqual({ views, problems: [] });
    expect(parseViews(`\uFEFF${printViews(views)}`)).toEqual({ views, problems: [] });
  });

  test('[VIEW-3] one with a mistake is told by its name and leaves the others', () => {
    const text = file([written('Good', 'code:70'), written('Bad', 'code:70 outcome:nonsense'), { name: 'Half' }, 7]);
    expect(parseViews(text)).toEqual({
      views: [aView('Good', 'code:70', { name: 'Good', pinned: true })],
      problems: [
        {
          kind: 'bad-query',
          name: 'Bad',
          query: 'code:70 outcome:nonsense',
          mistake: { at: 16, length: 8, problem: 'unknown-value' },
        },
        { kind: 'not-a-view', number: 3, name: 'Half' },
        { kind: 'not-a-view', number: 4, name: null },
      ],
    });
  });

  test.each([
    ['a text without an end', 'x'.repeat(MOST_VIEWS_TEXT + 1), [{ kind: 'too-large' }]],
    ['no JSON', 'views', [{ kind: 'not-views' }]],
    ['something else', '{"views":{}}', [{ kind: 'not-views' }]],
    ['a later version', file([], 2), [{ kind: 'other-version' }]],
  ])('[VIEW-3] %s has no views, and says why', (_what, text, problems) =>
    expect(parseViews(text)).toEqual({ views: [], problems }),
  );

  test('are at most as many as a profile has room for, each id once', () => {
    const many = Array.from({ length: MOST_VIEWS + 3 }, (_, index) => written(`v${index}`, ''));
    const { views, problems } = parseViews(file(many));
    expect([views.length, problems]).toEqual([MOST_VIEWS, [{ kind: 'too-many', left: 3 }]]);
    expect(parseViews(file([written('a', 'code:1'), written('a', 'code:2')])).views).toHaveLength(1);
  });
});
