import { describe, expect, test } from 'vitest';
import { MAX_VIEWS_LENGTH, parseViews, printViews } from '../../../src-shared/domain/saved-view.ts';
import { MAX_SAVED_VIEWS, SAVED_VIEW_LIMITS } from '../../../src-shared/domain/saved-view-limits.ts';
import { aView } from '../../doubles/saved-views.ts';

const file = (views: readonly unknown[], version = 1) => JSON.stringify({ version, views });
const written = (name: string, query: string) => ({ id: name, name, query, pinned: true });

describe('saved views as text', () => {
  test('are unchanged when they are read again, with or without a byte order mark', () => {
    const views = [aView('a', ''), aView('b', 'outcome:failed since:-7d', { pinned: true, name: '\u202EÅ "x" 😀' })];
    expect(parseViews(printViews(views))).toEqual({ views, problems: [] });
    expect(parseViews(`\uFEFF${printViews(views)}`)).toEqual({ views, problems: [] });
  });

  test('keep their notification settings, and views without any do not notify', () => {
    const notify = { on: false, banner: true, sound: false, badge: true };
    const night = [[{ from: 0, to: 360 }], [], [], [], [], [], []];
    const views = [
      aView('a', 'code:70', { notify }),
      aView('b', 'code:73'),
      aView('c', 'code:74', { notify: { ...notify, when: { kind: 'always' } } }),
      aView('d', 'code:75', { notify: { ...notify, when: { kind: 'own', hours: night } } }),
    ];
    const text = printViews(views);
    expect(parseViews(text)).toEqual({ views, problems: [] });
    expect(text.match(/notify/g)).toEqual(['notify', 'notify', 'notify']);
    expect(text).toContain('"when": "always"');
    expect(text).toContain('"00:00-06:00"');
  });

  test('[VIEW-1] report an invalid view by its name and keep the others', () => {
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

  const good = { id: 'a', name: 'A', query: 'code:70', pinned: false };
  test.each<[string, unknown]>([
    ['no id', { ...good, id: undefined }],
    ['an empty id', { ...good, id: '' }],
    ['an id that is too long', { ...good, id: 'x'.repeat(SAVED_VIEW_LIMITS.id + 1) }],
    ['a query of another kind', { ...good, query: 7 }],
    ['an invalid pinned field', { ...good, pinned: 'yes' }],
    [
      'invalid hours of its notifications',
      { ...good, notify: { on: true, banner: true, sound: true, badge: true, when: { monday: ['6-7'] } } },
    ],
    ['invalid notification settings', { ...good, notify: { on: true, banner: true, sound: 'loud', badge: true } }],
  ])('[VIEW-1] do not include a view with %s', (_what, view) =>
    expect(parseViews(file([view]))).toEqual({
      views: [],
      problems: [{ kind: 'not-a-view', number: 1, name: 'A' }],
    }),
  );
  test.each([
    ['', null],
    ['x'.repeat(SAVED_VIEW_LIMITS.name), 'x'.repeat(SAVED_VIEW_LIMITS.name)],
    ['x'.repeat(SAVED_VIEW_LIMITS.name + 1), null],
  ])('[VIEW-1] name an invalid view only by a valid name: %j', (name, expected) =>
    expect(parseViews(file([{ name }])).problems).toEqual([{ kind: 'not-a-view', number: 1, name: expected }]),
  );

  test.each([
    ['a text over the size limit', 'x'.repeat(MAX_VIEWS_LENGTH + 1), [{ kind: 'too-large' }]],
    ['no JSON', 'views', [{ kind: 'not-views' }]],
    ['a list', '[]', [{ kind: 'not-views' }]],
    ['nothing', 'null', [{ kind: 'not-views' }]],
    ['something else', '{"version":1,"views":{}}', [{ kind: 'not-views' }]],
    ['no version', '{"views":[]}', [{ kind: 'not-views' }]],
    ['a later version', file([], 2), [{ kind: 'other-version' }]],
  ])('[VIEW-1] are empty for %s, with a reason', (_what, text, problems) =>
    expect(parseViews(text)).toEqual({ views: [], problems }),
  );

  test('are limited in number, with each id once', () => {
    const many = Array.from({ length: MAX_SAVED_VIEWS + 3 }, (_, index) => written(`v${index}`, ''));
    const { views, problems } = parseViews(file(many));
    expect([views.length, problems]).toEqual([MAX_SAVED_VIEWS, [{ kind: 'too-many', left: 3 }]]);
    expect(parseViews(file([written('a', 'code:1'), written('a', 'code:2')])).views).toHaveLength(1);
  });
});
