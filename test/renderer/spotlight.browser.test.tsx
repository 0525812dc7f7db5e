import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useCommands } from '../../src-renderer/commands/use-commands.ts';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { OTHER_WATCH, START, watchSnapshot } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { renderCommands } from '../doubles/render-commands.tsx';

const EID = '89049032000000000000898242162626';
const NO_IDS = { iccid: null, requestId: null, id: null };

/** Opens Ctrl+K over two stored events, one of them for an eUICC whose EID contains 1626. */
async function opened(commands: Parameters<typeof useCommands>[0] = []) {
  const backend = new PageBackend();
  backend.rows = [
    summaryOf(1, { ...NO_IDS, eid: '11112222333344445555666677778888' }),
    summaryOf(2, {
      ...NO_IDS,
      eid: EID,
      receivedAt: START,
      countryCode: 'SE',
      kind: 'LOCALIZATION',
      operation: 'ALLOCATED',
      outcome: 'failed',
    }),
  ];
  function Brings() {
    useCommands(commands);
    return null;
  }
  const rendered = await renderCommands(<Brings />, backend);
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  await keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  return rendered;
}
const lines = () =>
  page
    .getByRole('option')
    .elements()
    .map((line) => line.textContent);
const chosen = () => document.querySelector('[role=option][aria-selected=true]')?.textContent;

describe('Ctrl+K', () => {
  it('[PAGE-59] finds a stored identifier by a part of it, and opens its events', async () => {
    const { backend, clock } = await opened();
    await keyboard('162');
    clock.advance(1_000);
    expect(backend.calls.inputsOf('ids.find')).toEqual([]);
    await keyboard('6');
    await expect.element(page.getByText('searching …').first()).toBeVisible();
    clock.advance(1_000);
    await expect
      .poll(lines)
      .toEqual([
        `Failed${EID}eUICC · Sweden · Allocation failed 14:00:00Enter`,
        'Timeline: text contains 1626CtrlEnter',
      ]);
    expect(page.getByRole('option').first().element().querySelector('b')?.textContent).toBe('1626');
    await keyboard('{Enter}');
    await expect.poll(() => window.location.hash).toBe(`#/subject?id=${EID}`);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('says from which length on ids are looked up, and how to copy an id if one is listed', async () => {
    const { clock } = await opened();
    const least = page.getByText('Type at least four characters to find ids.', { exact: true });
    const foot = () => [...document.querySelectorAll('[role=dialog] [aria-hidden=true] > span')];
    const hints = () => foot().map((hint) => hint.textContent);
    await expect.element(least).not.toBeInTheDocument();
    await keyboard('162');
    await expect.element(least).toBeVisible();
    expect(hints()).toEqual(['↑↓ move', 'Enter open', '> commands only']);
    await keyboard('6');
    clock.advance(1_000);
    await expect.poll(hints).toContain('CtrlC copy the id');
    await expect.element(least).not.toBeInTheDocument();
    await page.viewport(450, 600);
    // Each hint fits in one line.
    await expect.poll(() => foot().every((hint) => hint.getBoundingClientRect().height < 24)).toBe(true);
    await expect.poll(() => foot().filter((hint) => hint.checkVisibility()).length).toBe(2);
  });

  it('looks up only the text that is left when the user pauses', async () => {
    const { backend, clock } = await opened();
    await keyboard('1626x');
    await keyboard('{Backspace}2');
    clock.advance(1_000);
    await expect.poll(() => lines().at(0)).toContain(EID);
    expect(new Set(backend.calls.inputsOf('ids.find').map(({ text }) => text))).toEqual(new Set(['16262']));
  });

  it('stops the lookup of a text that was typed over', async () => {
    const { backend, clock } = await opened();
    const asked = (text: string) => backend.calls.inputsOf('ids.find').filter((query) => query.text === text);
    backend.calls.hold('ids.find');
    await keyboard('1626');
    clock.advance(1_000);
    await expect.poll(() => asked('1626').length).toBe(1);
    await keyboard('2');
    backend.calls.stopHolding();
    backend.calls.release();
    clock.advance(1_000);
    await expect.poll(() => asked('16262').length).toBeGreaterThan(1);
    expect(asked('1626')).toHaveLength(1);
  });

  it('says that nothing can be looked up while the page is not connected, and looks up after the reconnection', async () => {
    const { backend, clock } = await opened();
    backend.emitWire('lost');
    await keyboard('1626');
    await expect.element(page.getByText('cannot be searched: Watchfloor does not answer').first()).toBeVisible();
    backend.emit(watchSnapshot());
    await expect.element(page.getByText('searching …').first()).toBeVisible();
    clock.advance(1_000);
    await expect.poll(() => lines().at(0)).toContain(EID);
  });

  it('says that no event matches, or why the events cannot be read', async () => {
    const { backend, clock } = await opened();
    await keyboard('zzz1');
    clock.advance(1_000);
    await expect.element(page.getByText('none in the stored events').first()).toBeVisible();
    backend.closeWatch(watchSnapshot().watch);
    await keyboard('z');
    clock.advance(1_000);
    await expect
      .element(page.getByText(/Cannot be searched now. This profile is not watched any more/).first())
      .toBeVisible();
  });

  it('goes to the timeline of the text with Ctrl+Enter, whatever is selected', async () => {
    await opened();
    await keyboard('1626{Control>}{Enter}{/Control}');
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=1626');
  });

  it('runs the entry that the arrow keys select, but never an unavailable one', async () => {
    const done: string[] = [];
    const command = (title: string, unavailable: string | null = null) =>
      ({ id: title, title, group: 'View', keys: [], unavailable, run: () => done.push(title) }) as const;
    await opened([command('First'), command('Second'), command('Third', 'There is no third.')]);
    await userEvent.keyboard('>');
    await expect.poll(chosen).toContain('First');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(chosen()).toContain('There is no third.');
    expect(done).toEqual([]);
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.poll(() => done).toEqual(['Second']);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('prefers an entry that matches by its name to the text search', async () => {
    const done: string[] = [];
    await opened([{ id: 'deep', title: 'Coverage of old', group: 'View', keys: [], run: () => done.push('deep') }]);
    await keyboard('coverage{Enter}');
    await expect.poll(() => done).toEqual(['deep']);
    expect(window.location.hash).not.toContain('q=');
  });

  it('[PAGE-59] finds a command by another word, which it shows, and not as an id', async () => {
    const done: string[] = [];
    const synonyms = ['gaps', 'blind'];
    await opened([
      { id: 'coverage', title: 'Coverage', group: 'Go to', synonyms, keys: [], run: () => done.push('coverage') },
    ]);
    await keyboard('blind');
    await expect.poll(lines).toEqual(['Coverageblind', 'Timeline: text contains blindCtrlEnter']);
    await expect.element(page.getByText(/Ids that contain/)).not.toBeInTheDocument();
    await keyboard('{Enter}');
    await expect.poll(() => done).toEqual(['coverage']);
  });

  it('[PAGE-59] opens the timeline at a typed time, and says if no event is that old', async () => {
    const { backend } = await opened();
    await keyboard('14:00');
    await expect
      .poll(lines)
      .toEqual(['Timeline at 14:00 UTCEnter', 'Coverage at 14:00 UTC', 'Timeline: text contains 14:00CtrlEnter']);
    await keyboard('{Enter}');
    await expect.poll(() => window.location.hash).toBe('#/timeline?around=2');
    expect(backend.calls.inputsOf('timeline.page').at(-1)?.filter.terms).toEqual([
      { kind: 'until', time: { kind: 'at', at: START } },
    ]);
    backend.rows = [];
    await keyboard('{Control>}k{/Control}');
    await keyboard('today{Enter}');
    await expect.element(page.getByText('No event at or before 00:00 UTC is stored.')).toBeVisible();
  });

  it('[PAGE-47] opens Coverage at a typed time', async () => {
    await opened();
    await keyboard('14:00{ArrowDown}{Enter}');
    await expect.poll(() => window.location.hash).toBe('#/coverage?at=2026-11-21T14:00:00Z');
  });

  it('focuses its field as soon as it opens, so that no letter is lost', async () => {
    await renderCommands(null);
    const focused = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        const field = document.querySelector('[role=combobox]');
        if (field === null) return;
        observer.disconnect();
        resolve(document.activeElement === field);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await focused).toBe(true);
  });

  it('says that nothing matches', async () => {
    await opened();
    await keyboard('>zzz');
    await expect.element(page.getByText('No match >zzz.')).toBeVisible();
  });

  it('shows another watched profile', async () => {
    const { backend, stores } = await opened();
    const other = watchSnapshot({ watch: OTHER_WATCH, profile: { ...watchSnapshot().profile, name: 'Acme Nordics' } });
    backend.storeQuietly(1, {}, OTHER_WATCH);
    backend.emit(watchSnapshot(), other);
    await keyboard('nordics');
    await click(page.getByRole('option', { name: 'Show Acme Nordics profile' }));
    await expect.poll(() => stores.watch.getState().shown?.watch).toBe(OTHER_WATCH);
  });

  it('shows hidden and direction-changing characters of a text as escapes', async () => {
    await opened();
    await fill(page.getByRole('combobox'), 'a\u202Eb\u200B');
    await expect.poll(lines).toContain(String.raw`Timeline: text contains a\u{202E}b\u{200B}CtrlEnter`);
  });

  it('[PAGE-59] finds a stored subscription, shows its age and its id, and opens its row', async () => {
    const { backend, clock } = await opened();
    backend.pageSubscriptions.emit(searchSummary({ rows: 3 }));
    const found = { search: 'search-1', ordinal: 2, id: 'is-00481627', askedAt: START - 16 * 60_000 };
    backend.pageSubscriptions.found = {
      found: [
        { ...found, field: 'iccid', value: '8946000481627' },
        { ...found, id: null, ordinal: 3, field: 'iotSubscriptionId', value: 'is-00481627-b' },
      ],
      next: null,
    };
    await keyboard('0048 1627');
    clock.advance(1_000);
    await expect
      .poll(lines)
      .toEqual([
        '8946000481627ICCID of is-00481627 · stored 16 m agoEnter',
        'is-00481627-bsubscription · stored 16 m ago',
        'Timeline: text contains 00481627CtrlEnter',
        'Rows of the newest search that contain 00481627',
      ]);
    await expect.element(page.getByText('Stored subscriptions')).toBeVisible();
    await keyboard('{Enter}');
    await expect.poll(() => window.location.hash).toBe('#/subject?id=8946000481627');
  });
});
