import '../../src-renderer/theme/styles.ts';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button, ButtonLink } from '../../src-renderer/components/controls/Button.tsx';

function sizes(name: string, role: 'button' | 'link' = 'button') {
  const { height, paddingInlineStart, paddingInlineEnd, fontSize } = getComputedStyle(
    page.getByRole(role, { name }).element(),
  );
  return [height, paddingInlineStart, paddingInlineEnd, fontSize];
}

it('a button has three sizes, and less padding on the side of an icon', async () => {
  await render(
    <>
      <Button>Usual</Button>
      <Button size="compact-xs">Low</Button>
      <Button size="sm">High</Button>
      <Button leftSection={<i aria-hidden="true">i</i>}>Left</Button>
      <ButtonLink href="#/data" rightSection={<i aria-hidden="true">i</i>}>
        Link
      </ButtonLink>
    </>,
  );
  expect([sizes('Usual'), sizes('Low'), sizes('High'), sizes('Left'), sizes('Link', 'link')]).toEqual([
    ['28px', '12px', '12px', '13px'],
    ['24px', '8px', '8px', '12px'],
    ['36px', '16px', '16px', '13px'],
    ['28px', '8px', '12px', '13px'],
    ['28px', '12px', '8px', '13px'],
  ]);
});

it('a button submits no form unless its type is submit', async () => {
  let sent = 0;
  await render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <Button>Look</Button>
      <Button type="submit">Send</Button>
    </form>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Look' }));
  expect(sent).toBe(0);
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  expect(sent).toBe(1);
});

it('a disabled button looks the same in every variant', async () => {
  await render(
    <>
      <Button disabled>Filled</Button>
      <Button disabled variant="default">
        Default
      </Button>
      <Button disabled variant="subtle">
        Subtle
      </Button>
    </>,
  );
  const looks = ['Filled', 'Default', 'Subtle'].map((name) => {
    const { backgroundColor, color, borderColor, cursor } = getComputedStyle(
      page.getByRole('button', { name }).element(),
    );
    return [backgroundColor, color, borderColor, cursor].join();
  });
  expect(new Set(looks).size).toBe(1);
});
