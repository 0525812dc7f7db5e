import '../../src-renderer/theme/styles.ts';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DropDown } from '../../src-renderer/components/overlay/DropDown.tsx';
import { click } from '../doubles/page-input.ts';

const opener = page.getByRole('button', { name: 'Choose' });
const opened = page.getByRole('dialog');

function Opening({ of }: { of: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <button type="button" onClick={() => setOpen(!isOpen)}>
      Choose
    </button>
  );
  return (
    <>
      {/* This container clips its content. */}
      <div style={{ contain: 'paint', overflow: 'hidden', width: 80, height: 30 }}>
        <DropDown button={button} opened={isOpen} setOpened={setOpen} from="left">
          {of.map((name) => (
            <button key={name} type="button" style={{ display: 'block', width: 300, height: 40 }}>
              {name}
            </button>
          ))}
        </DropDown>
      </div>
      <button type="button" style={{ position: 'fixed', right: 0, bottom: 0 }}>
        Elsewhere
      </button>
    </>
  );
}

const show = async (count: number) => {
  await page.viewport(800, 600);
  await render(<Opening of={Array.from({ length: count }, (_, index) => `Name ${index}`)} />);
  await click(opener);
};
const first = page.getByRole('button', { name: 'Name 0' });

describe('[PAGE-263] a popover of a button', () => {
  it('is not clipped by its container, and takes the focus', async () => {
    await show(2);
    await expect.element(first).toHaveFocus();
    const { left, top, width } = first.element().getBoundingClientRect();
    expect(document.elementFromPoint(left + width - 5, top + 35)).toBe(first.element());
  });

  it('scrolls its own content if the page is too low', async () => {
    await show(100);
    const { top, bottom } = opened.element().getBoundingClientRect();
    expect(top >= 0 && bottom <= window.innerHeight).toBe(true);
    expect(opened.element().scrollHeight).toBeGreaterThan(4_000);
  });

  it('closes immediately with Escape, and returns the focus', async () => {
    await show(2);
    await userEvent.keyboard('{Escape}');
    await expect.element(opened).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  it('closes with its button, and with a press elsewhere', async () => {
    await show(2);
    await opener.click();
    await expect.element(opened).not.toBeInTheDocument();
    await opener.click();
    await page.getByRole('button', { name: 'Elsewhere' }).click();
    await expect.element(opened).not.toBeInTheDocument();
  });

  it('closes when another control takes the focus', async () => {
    await show(2);
    await expect.element(first).toHaveFocus();
    page.getByRole('button', { name: 'Elsewhere' }).element().focus();
    await expect.element(opened).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
  });
});
