import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Command } from '../../src-renderer/commands/command.ts';
import { PageCommands } from '../../src-renderer/frame/commands/PageCommands.tsx';
import { useCommands } from '../../src-renderer/commands/use-commands.ts';
import { ButtonMenu, MenuItem } from '../../src-renderer/components/overlay/ActionMenu.tsx';
import { START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { renderCommands } from '../doubles/render-commands.tsx';
import { click, fill } from '../doubles/page-input.ts';

/** Creates commands that record their runs. */
function noting() {
  const done: string[] = [];
  const command = (keys: string, part: Partial<Command> = {}): Command => ({
    id: keys,
    title: `Do ${keys}`,
    group: 'List',
    keys: [keys],
    run: () => done.push(keys),
    ...part,
  });
  return { done, command };
}
function Brings({ commands, children }: { commands: readonly Command[]; children?: ReactNode }) {
  useCommands(commands);
  return children;
}
function SomeMenu() {
  return (
    <ButtonMenu label="Menu" className={undefined} button={<button type="button">Menu</button>}>
      <MenuItem>First</MenuItem>
    </ButtonMenu>
  );
}
/** Presses a key as a keyboard with another layout sends it. */
function press(code: string, key: string, held: KeyboardEventInit = {}): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true, ...held }));
}

describe('keys', () => {
  it('do nothing on the page while the user types, except commands that act everywhere', async () => {
    const { done, command } = noting();
    await renderCommands(
      <Brings commands={[command('J'), command('Ctrl+J', { everywhere: true })]}>
        <input aria-label="text" />
        <input type="checkbox" aria-label="choice" />
        <div contentEditable="plaintext-only" data-testid="words" />
      </Brings>,
    );
    await click(page.getByRole('textbox', { name: 'text' }));
    await userEvent.keyboard('j{Control>}j{/Control}');
    await page.getByTestId('words').click();
    await userEvent.keyboard('j');
    expect(done).toEqual(['Ctrl+J']);
    await click(page.getByRole('checkbox'));
    await userEvent.keyboard('j');
    expect(done).toEqual(['Ctrl+J', 'J']);
  });

  it('do nothing on the page while a menu is open or with other modifiers', async () => {
    const { done, command } = noting();
    await renderCommands(
      <Brings commands={[command('J'), command('Escape')]}>
        <SomeMenu />
      </Brings>,
    );
    await userEvent.keyboard('{Alt>}j{/Alt}{Control>}{Shift>}j{/Shift}{/Control}');
    await click(page.getByRole('button', { name: 'Menu' }));
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('j{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    expect(done).toEqual([]);
    await userEvent.keyboard('j{Escape}');
    expect(done).toEqual(['J', 'Escape']);
  });

  it('repeat their command while held down, but never run another one', async () => {
    const { done, command } = noting();
    function Detail() {
      const [isOpen, setOpen] = useState(true);
      const close = command('Escape', { id: 'close', run: () => (done.push('close'), setOpen(false)) });
      return isOpen && <Brings commands={[close]} />;
    }
    await renderCommands(
      <Brings commands={[command('Escape'), command('Enter'), command('J'), command('Ctrl+J', { everywhere: true })]}>
        <Detail />
      </Brings>,
    );
    press('KeyJ', 'j');
    press('KeyJ', 'j', { repeat: true });
    press('KeyJ', 'j', { ctrlKey: true });
    press('KeyJ', 'j', { ctrlKey: true, repeat: true });
    press('Escape', 'Escape');
    await new Promise(requestAnimationFrame);
    press('Escape', 'Escape', { repeat: true });
    press('Enter', 'Enter', { repeat: true });
    expect(done).toEqual(['J', 'J', 'Ctrl+J', 'close']);
    press('Escape', 'Escape');
    expect(done).toHaveLength(5);
  });

  it('leave Enter and Space to the focused button, and arrows to the focused choice', async () => {
    const { done, command } = noting();
    await renderCommands(
      <Brings commands={[command('Enter'), command('Space'), command('ArrowDown'), command('J')]}>
        <button type="button" onClick={() => done.push('button')}>
          Button
        </button>
        <input type="radio" aria-label="choice" />
      </Brings>,
    );
    page.getByRole('button', { name: 'Button' }).element().focus();
    await userEvent.keyboard('{Enter} j{ArrowDown}');
    expect(done).toEqual(['button', 'button', 'J', 'ArrowDown']);
    page.getByRole('radio').element().focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(done).toHaveLength(4);
  });

  it('leave Ctrl+C to selected text', async () => {
    const { done, command } = noting();
    await renderCommands(
      <Brings commands={[command('Ctrl+C')]}>
        <p>89049032</p>
      </Brings>,
    );
    await userEvent.keyboard('{Control>}c{/Control}');
    document.getSelection()?.selectAllChildren(page.getByText('89049032').element());
    await userEvent.keyboard('{Control>}c{/Control}');
    expect(done).toEqual(['Ctrl+C']);
  });

  it('say why their command is unavailable, until the next key', async () => {
    const { done, command } = noting();
    await renderCommands(<Brings commands={[command('E', { unavailable: 'No failure is newer.' }), command('J')]} />);
    await userEvent.keyboard('e');
    await expect.element(page.getByText('No failure is newer.')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(page.getByText('No failure is newer.')).not.toBeInTheDocument();
    expect(done).toEqual(['J']);
  });
});

describe('the list of keys', () => {
  it('[PAGE-263] lists the registered commands by group', async () => {
    const { command } = noting();
    await renderCommands(
      <Brings
        commands={[
          command('ArrowDown', { title: 'Next row', keys: ['J', 'ArrowDown'] }),
          command('G T', { title: 'Timeline', group: 'Go to' }),
          command('E', { title: 'Next failure', unavailable: 'No failure is newer.' }),
          command('', { title: 'Without keys', keys: [] }),
        ]}
      />,
    );
    await userEvent.keyboard('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await expect.element(dialog).toBeVisible();
    const shown = [...dialog.element().querySelectorAll('h3, dl > div')].map((line) => line.textContent);
    expect(shown).toEqual([
      'Go to',
      'GTTimeline',
      'List',
      'Jor↓Next row',
      'ENext failureNo failure is newer.',
      'Help',
      '?Show the keys',
      'CtrlKFind an id, a screen or a command',
    ]);
    expect(document.querySelectorAll('header, [role=banner]')).toHaveLength(0);
  });

  it.each([
    ['the button', 'button'],
    ['the list of the screen if nothing had it', 'grid'],
  ])('[PAGE-263] returns the focus to %s', async (_, role) => {
    await renderCommands(
      <>
        <button type="button">Opener</button>
        <div role="grid" tabIndex={0} aria-label="Events" />
      </>,
    );
    if (role === 'button') page.getByRole('button', { name: 'Opener' }).element().focus();
    await userEvent.keyboard('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.activeElement).toBe(
      page
        .getByRole(role as 'button')
        .first()
        .element(),
    );
  });

  it('closes when Ctrl+K opens the search, which Ctrl+K closes again', async () => {
    await renderCommands(null);
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('combobox')).toHaveFocus();
    expect(page.getByRole('dialog').elements()).toHaveLength(1);
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('the commands of the page', () => {
  it('change the time zone and offer the way back', async () => {
    const { stores } = await renderCommands(<PageCommands />);
    await userEvent.keyboard('{Control>}k{/Control}');
    await fill(page.getByRole('combobox'), '>zone');
    await userEvent.keyboard('{Enter}');
    expect(stores.appearance.getState().zone).toBe('local');
    await userEvent.keyboard('{Control>}k{/Control}');
    await fill(page.getByRole('combobox'), '>utc');
    await userEvent.keyboard('{Enter}');
    expect(stores.appearance.getState().zone).toBe('utc');
  });

  it('retry the stream immediately if that helps, and say why it is unavailable otherwise', async () => {
    const { backend } = await renderCommands(<PageCommands />);
    backend.emitWire('open');
    backend.emit(watchSnapshot());
    await userEvent.keyboard('{Control>}k{/Control}');
    await fill(page.getByRole('combobox'), '>try');
    await expect.element(page.getByRole('option', { name: 'Try now The stream is open.' })).toBeDisabled();
    backend.emit(
      watchSnapshot({
        stream: { kind: 'reconnecting', since: START, cause: null, attempt: 1, nextAttemptAt: null, lostAt: START },
      }),
    );
    await expect.element(page.getByRole('option', { name: 'Try now' })).toBeEnabled();
    await userEvent.keyboard('{Enter}');
    expect(backend.calls.inputsOf('watches.retryNow')).toEqual([{ watch: WATCH }]);
  });
});
