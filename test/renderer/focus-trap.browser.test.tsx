import { type ComponentProps, type ReactNode, useRef } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useFocusTrap } from '../../src-renderer/components/overlay/use-focus-trap.ts';

function Trap({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useFocusTrap(part);
  return (
    <div ref={part} tabIndex={-1} data-name="over">
      {children}
    </div>
  );
}
function Named({ name, ...rest }: { name: string } & ComponentProps<'button'>) {
  return (
    <button type="button" data-name={name} {...rest}>
      {name}
    </button>
  );
}
async function over(children: ReactNode) {
  await render(
    <>
      <Named name="before" />
      <Trap>{children}</Trap>
      <Named name="after" />
    </>,
  );
}
function focused(): string | undefined {
  return document.activeElement instanceof HTMLElement ? document.activeElement.dataset['name'] : undefined;
}
/** Returns the name of the focused element after each press. */
async function walked(keys: string, times: number): Promise<(string | undefined)[]> {
  const places: (string | undefined)[] = [];
  for (let press = 0; press < times; press += 1) {
    await userEvent.keyboard(keys);
    places.push(focused());
  }
  return places;
}
const BACK = '{Shift>}{Tab}{/Shift}';

it('the focus starts at the first reachable control and cycles inside', async () => {
  await over(
    <>
      <Named name="cannot" disabled />
      <Named name="passed over" tabIndex={-1} />
      <Named name="not shown" hidden />
      <Named name="one" />
      <Named name="two" />
    </>,
  );
  await expect.poll(focused).toBe('one');
  expect(await walked('{Tab}', 3)).toEqual(['two', 'one', 'two']);
  expect(await walked(BACK, 3)).toEqual(['one', 'two', 'one']);
});

it('the focus starts at the control with data-autofocus', async () => {
  await over(
    <>
      <Named name="one" />
      <Named name="two" data-autofocus />
    </>,
  );
  await expect.poll(focused).toBe('two');
});

it('a radio group at the end is one Tab stop, at the chosen radio', async () => {
  const radio = (name: string, isChosen: boolean) => (
    <input type="radio" name="zone" data-name={name} defaultChecked={isChosen} aria-label={name} />
  );
  await over(
    <>
      <Named name="one" />
      {radio('utc', true)}
      {radio('local', false)}
    </>,
  );
  await expect.poll(focused).toBe('one');
  expect(await walked('{Tab}', 3)).toEqual(['utc', 'one', 'utc']);
});

it('the focus stays on the container if nothing inside can be focused', async () => {
  await over(<p>Only words.</p>);
  await expect.poll(focused).toBe('over');
  expect(await walked('{Tab}', 1)).toEqual(['over']);
  expect(await walked(BACK, 1)).toEqual(['over']);
});

it('a nested trap keeps the focus inside', async () => {
  await over(
    <>
      <Named name="outer" />
      <Trap>
        <Named name="inner" />
        <Named name="last" />
      </Trap>
    </>,
  );
  await page.getByRole('button', { name: 'last' }).click();
  expect(await walked('{Tab}', 2)).toEqual(['inner', 'last']);
});
