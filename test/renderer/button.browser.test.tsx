import '../../src-renderer/theme/styles.ts';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../../src-renderer/components/controls/Button.tsx';

it('a button submits no form unless its type is submit', async () => {
  let sent = 0;
  await render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <Button variant="filled">Look</Button>
      <Button variant="filled" type="submit">
        Send
      </Button>
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
      <Button variant="filled" disabled>
        Filled
      </Button>
      <Button disabled>Default</Button>
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
