import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SharedView } from '../../src-shared/api/views.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { aSharedView, aTeam } from '../doubles/page-team.ts';
import { WATCH } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { aView } from '../doubles/saved-views.ts';

const view = (id: string, name: string, query: string, pinned = true) => aView(id, query, { name, pinned });

async function opened(hash: string, ...views: SavedView[]) {
  const backend = new PageBackend();
  backend.savedViews.set(WATCH, views);
  backend.calls.answer('timeline.count', () => ({ count: 612, next: null }));
  const made = await renderWatching(hash, backend, { extent: { oldestSeq: 1, newestSeq: 9, storedEvents: 9 } });
  const rail = page.getByRole('region', { name: 'Saved views' });
  await expect.element(rail).toBeVisible();
  return { ...made, rail, saved: () => backend.savedViews.get(WATCH) ?? [] };
}

describe('saved views in the rail', () => {
  it('[VIEW-1] show their count in the colour of their outcome, and lead to its rows', async () => {
    const { rail, clock } = await opened(
      '#/timeline',
      view('a', 'Failed today', 'outcome:failed'),
      view('b', 'Other', ''),
    );
    clock.advance(1_000);
    const link = rail.getByRole('link', { name: /^Failed today/ });
    await expect.element(link).toMatchTextContent('Failed today612 events');
    const number = link.element().querySelector('[data-outcome=failed]');
    expect(number === null ? '' : getComputedStyle(number).color).toBe('rgb(255, 107, 74)');
    await click(link);
    expect(window.location.hash).toBe('#/timeline?q=outcome:failed');
    await expect.element(link).toHaveAttribute('aria-current', 'true');
  });

  it('[PAGE-20] have no colour, and show the time of their count, while the page is not connected', async () => {
    const { backend, rail, clock } = await opened('#/timeline', view('a', 'Failed today', 'outcome:failed'));
    clock.advance(1_000);
    const link = rail.getByRole('link', { name: /^Failed today/ });
    await expect.element(link).toMatchTextContent('Failed today612 events');
    const colour = () => {
      const number = link.element().querySelector('[data-outcome]');
      return number === null ? '' : getComputedStyle(number).color;
    };
    const hue = colour();
    backend.emitWire('lost');
    await expect.element(link).toMatchTextContent('Failed today612 events, as of 14:00:01 UTC');
    expect([hue, colour()]).toEqual(['rgb(255, 107, 74)', getComputedStyle(link.element()).color]);
    await link.hover();
    await expect
      .element(page.getByRole('tooltip', { includeHidden: true }))
      .toMatchTextContent('Failed today, as of 14:00:01 UTC');
    // A description would repeat the name of the link.
    await expect.element(link).not.toHaveAccessibleDescription();
  });

  it('show hidden characters of a name as escapes', async () => {
    const { rail } = await opened('#/timeline', view('a', 'Fail\u202Eed <b>x', ''));
    await expect.element(rail.getByText(String.raw`Fail\u{202E}ed <b>x`)).toBeVisible();
  });

  it('[VIEW-1] are moved by Alt and arrows, and the others are in Ctrl+K', async () => {
    const { rail, saved } = await opened(
      '#/timeline',
      view('a', 'First', ''),
      view('b', 'Second', 'country:SE'),
      view('c', 'Third', 'country:NO', false),
    );
    await expect.element(rail.getByRole('link')).toHaveLength(2);
    rail
      .getByRole('link', { name: /^Second/ })
      .element()
      .focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(saved().map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    await userEvent.keyboard('{Control>}k{/Control}third{Enter}');
    expect(window.location.hash).toBe('#/timeline?q=country:NO');
  });
});

describe('saving a view', () => {
  it('[VIEW-1] proposes a name, shows what is saved, and adds the view to the rail', async () => {
    const { rail, saved } = await opened('#/timeline?q=outcome:failed%20since:-24h');
    await keyboard('s');
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await expect.element(dialog).toMatchTextContent('Failed · the last 24 h');
    await expect.element(dialog.getByRole('textbox', { name: 'Name of the view' })).toHaveValue('Failed');
    await expect.element(dialog.getByRole('textbox', { name: 'Name of the view' })).toHaveFocus();
    await keyboard('Night shift{Enter}');
    await expect.element(rail.getByRole('link', { name: /^Night shift/ })).toBeVisible();
    expect(saved().map(({ name, pinned }) => [name, pinned])).toEqual([['Night shift', true]]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('[VIEW-1] replaces a view of the same name only if the button says so', async () => {
    const { saved } = await opened('#/timeline?q=country:SE', view('a', 'Mine', 'country:NO'));
    await click(page.getByRole('button', { name: 'Save view' }));
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await fill(dialog.getByRole('textbox', { name: 'Name of the view' }), 'MINE ');
    await expect.element(dialog).toMatchTextContent('A view with this name exists already: NO.');
    await click(dialog.getByRole('button', { name: 'Replace' }));
    await expect.poll(() => saved().map(({ id, name }) => [id, name])).toEqual([['a', 'MINE']]);
  });

  it('keeps its dialog open with the reason of a failure, and is disabled while the page is not connected', async () => {
    const { backend, stores } = await opened('#/timeline?q=country:SE');
    backend.calls.fail(new Error('The disk is full.'), 'views');
    await keyboard('s');
    await expect.element(page.getByRole('textbox', { name: 'Name of the view' })).toHaveFocus();
    await keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent('It could not be saved. The disk is full.');
    stores.views.show(null);
    backend.emitWire('lost');
    await expect.element(page.getByRole('button', { name: 'Save view' })).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('the buttons next to an open event', () => {
  it('[VIEW-1] fold saving and exporting into one menu, whose button has the focus again afterwards', async () => {
    const { backend } = await opened('#/timeline?q=country:SE&event=1');
    const button = page.getByRole('button', { name: 'Save or export' });
    await button.click();
    const menu = page.getByRole('menu', { name: 'Save or export' });
    await expect.element(menu.getByRole('menuitem', { name: 'Export' })).toMatchTextContent('ExportShiftE');
    await click(menu.getByRole('menuitem', { name: 'Save view' }));
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await expect.element(dialog.getByRole('textbox', { name: 'Name of the view' })).toHaveFocus();
    await expect.element(menu).not.toBeInTheDocument();
    await keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    await button.click();
    await keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    backend.emitWire('lost');
    await button.click();
    await menu.getByRole('menuitem', { name: 'Save view' }).click({ force: true });
    await expect.element(menu).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('all saved views', () => {
  it('[VIEW-1] are renamed, deleted and restored', async () => {
    const { stores, saved } = await opened('#/timeline', view('a', 'First', ''), view('b', 'Second', 'country:SE'));
    stores.views.show({ kind: 'manage' });
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    // Escape first cancels the new name, and only then closes the dialog.
    await fill(dialog.getByRole('textbox', { name: 'Name of First' }), 'Given up');
    await keyboard('{Escape}');
    await expect.element(dialog.getByRole('textbox', { name: 'Name of First' })).toHaveValue('First');
    await fill(dialog.getByRole('textbox', { name: 'Name of First' }), 'Renamed');
    await keyboard('{Enter}');
    await expect.poll(() => saved().map(({ name }) => name)).toEqual(['Renamed', 'Second']);
    await click(dialog.getByRole('button', { name: 'Delete Renamed' }));
    await expect.element(dialog).toMatchTextContent('Renamed was deleted.');
    await click(dialog.getByRole('button', { name: 'Undo' }));
    await expect.poll(() => saved().map(({ name }) => name)).toEqual(['Renamed', 'Second']);
  });

  it('[VIEW-1] import the valid entries of a file, and name the others with the reason', async () => {
    const { stores, saved } = await opened('#/timeline', view('a', 'First', ''));
    stores.views.show({ kind: 'manage' });
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    await expect.element(dialog).toBeVisible();
    const text = JSON.stringify({
      version: 1,
      views: [
        { id: 'x', name: 'Good', query: 'outcome:failed', pinned: true },
        { id: 'y', name: 'Bad', query: 'colour:red', pinned: true },
        7,
      ],
    });
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
    const files = new DataTransfer();
    files.items.add(new File([text], 'views.json'));
    if (chooser !== null) chooser.files = files.files;
    chooser?.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(dialog).toMatchTextContent('1 view was imported.');
    await expect.element(dialog).toMatchTextContent('“Bad” was skipped. The filter has a mistake');
    await expect.element(dialog).toMatchTextContent('View 3 of the file was skipped: it is not a view.');
    expect(saved().map(({ name }) => name)).toEqual(['First', 'Good']);
  });
});

describe('views of a team', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Saved views' });
  const tool = (name: string) => dialog().getByRole('button', { name, exact: true });
  const theirs = () => dialog().getByRole('region', { name: 'Shared by the team' }).getByRole('listitem');

  async function inTeam(shared: readonly SharedView[], ...views: SavedView[]) {
    const made = await opened('#/timeline', ...views);
    made.backend.pageTeam.emit(aTeam());
    made.backend.pageTeam.emitShared(...shared);
    return made;
  }

  it('[TEAM-238] are in the rail after the own ones and in Ctrl+K, with the desk that shares them', async () => {
    const shared = [
      aSharedView('t1', { name: 'Down in \u202ENO' }),
      aSharedView('a', { name: 'Own', isOwn: true }),
      aSharedView('t2', { name: 'Of tomorrow', filter: null }),
    ];
    const { rail } = await inTeam(shared, view('a', 'Own', 'country:SE'));
    await expect.element(rail.getByRole('link')).toHaveLength(2);
    await expect.element(rail.getByRole('link').nth(0)).toMatchTextContent(/^Own/);
    const link = rail.getByRole('link').nth(1);
    await expect.element(link).toMatchTextContent(String.raw`Down in \u{202E}NO, shared by Anna's desk`);
    await click(link);
    expect(window.location.hash).toBe('#/timeline?q=outcome:failed');
    window.location.hash = '#/timeline';
    await userEvent.keyboard('{Control>}k{/Control}down in{Enter}');
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=outcome:failed');
  });

  it('[TEAM-238] are shared and no longer shared in the list of views, and show that they are being sent', async () => {
    const { backend, rail } = await opened('#/timeline', view('a', 'Own', 'country:SE'));
    await click(rail.getByRole('button', { name: 'Saved views' }));
    await expect.element(tool('Delete Own')).toBeVisible();
    expect(tool('Share Own with the team').elements()).toHaveLength(0);
    backend.pageTeam.emit(aTeam());
    await click(tool('Share Own with the team'));
    const own = dialog().getByRole('list', { name: 'Saved views, in their order' }).getByRole('listitem');
    await expect.element(own).toMatchTextContent(/shared with the team, sending · /);
    backend.pageTeam.emitShared({ ...aSharedView('a', { isOwn: true }), name: 'Own' });
    await expect.element(own).toMatchTextContent(/shared with the team · /);
    await click(tool('Stop sharing Own with the team'));
    await expect.element(own).not.toMatchTextContent(/shared with the team/);
    expect(backend.calls.inputsOf('views.share', 'views.unshare')).toEqual([
      { watch: WATCH, id: 'a' },
      { watch: WATCH, id: 'a' },
    ]);
  });

  it('[TEAM-238] are copied under a free name, and are removed by other desks only once their own desk is gone', async () => {
    const shared = [
      aSharedView('t1', { name: 'Failed' }),
      aSharedView('t2', { name: 'Of tomorrow', filter: null }),
      aSharedView('t3', { name: 'Old', member: 'dora-desk', memberName: "Dora's desk" }),
    ];
    const { backend, rail, saved } = await inTeam(shared, view('a', 'Failed', 'country:SE'));
    await click(rail.getByRole('button', { name: 'Saved views' }));
    await expect.element(theirs().nth(0)).toMatchTextContent(/^Failedshared by Anna's desk · Failed · all stored/);
    await expect
      .element(theirs().nth(1))
      .toMatchTextContent("Of tomorrowshared by Anna's desk · needs a newer Watchfloor");
    await expect.element(tool('Copy Of tomorrow to your views')).toBeDisabled();
    await click(tool('Copy Failed to your views'));
    await expect
      .poll(() => saved().map(({ name, pinned, notify }) => [name, pinned, notify]))
      .toEqual([
        ['Failed', true, null],
        ['Failed 2', false, null],
      ]);
    expect(saved()[1]?.id).not.toBe('t1');
    expect(tool('Stop sharing Failed with the team').elements()).toHaveLength(0);
    await click(tool('Stop sharing Old with the team'));
    await expect.poll(() => theirs().elements().length).toBe(2);
    expect(backend.calls.inputsOf('views.unshare')).toEqual([{ watch: WATCH, id: 't3' }]);
  });
});
