import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ErrorCode } from '../../src-renderer/components/ErrorCode.tsx';
import { Button } from '../../src-renderer/components/controls/Button.tsx';
import { CopyButton } from '../../src-renderer/components/controls/CopyButton.tsx';
import { OutcomeMark } from '../../src-renderer/components/OutcomeMark.tsx';
import { ShortId } from '../../src-renderer/components/ShortId.tsx';
import { Time } from '../../src-renderer/components/Time.tsx';
import { Tooltip } from '../../src-renderer/components/overlay/Tooltip.tsx';
import { Untrusted } from '../../src-renderer/components/Untrusted.tsx';
import { START } from '../doubles/page-watch.ts';
import { renderComponent } from '../doubles/render-component.tsx';

const tip = page.getByRole('tooltip', { includeHidden: true });

describe('received text', () => {
  it('[PAGE-267] is isolated, runs left to right, and shows hidden characters as escapes', async () => {
    await renderComponent(
      <p>
        <Untrusted text={'בהקצאה_START'} /> and <Untrusted text={'89\u202E4098<b>'} />
      </p>,
    );
    const parts = [...page.getByRole('paragraph').element().querySelectorAll('bdi')].map((part) => {
      const { unicodeBidi, direction } = getComputedStyle(part);
      return { text: part.textContent, unicodeBidi, direction, elements: part.childElementCount };
    });
    const isolated = { unicodeBidi: 'isolate', direction: 'ltr', elements: 0 };
    expect(parts).toEqual([
      { ...isolated, text: 'בהקצאה_START' },
      { ...isolated, text: '89\\u{202E}4098<b>' },
    ]);
  });

  it('drops complete words at the front of a long error code, because its end distinguishes it', async () => {
    await renderComponent(
      <>
        {[400, 150, 60].map((width) => (
          <div key={width} style={{ width }} data-testid={`${width}`}>
            <ErrorCode code="START_PROFILE_ALLOCATION_FAILED" />
          </div>
        ))}
      </>,
    );
    /** Returns the visible parts of the code. */
    const seen = (width: number) => {
      const box = page.getByTestId(`${width}`).element();
      const parts = [...box.querySelectorAll('bdi')].filter((part) => {
        const clip = part.parentElement?.getBoundingClientRect() ?? part.getBoundingClientRect();
        return clip.width > 1 && clip.left >= box.getBoundingClientRect().left - 1;
      });
      const ellipsis = getComputedStyle(box.querySelector('[data-has-front]') ?? box, '::before').width;
      return {
        whole: box.textContent,
        parts: parts.map((part) => part.textContent),
        ellipsis: Number.parseFloat(ellipsis) > 0,
        fits: box.scrollWidth <= width,
      };
    };
    const whole = 'START_PROFILE_ALLOCATION_FAILED';
    expect(seen(400)).toEqual({ whole, parts: ['START_PROFILE_', 'ALLOCATION_FAILED'], ellipsis: false, fits: true });
    expect(seen(150)).toEqual({ whole, parts: ['ALLOCATION_FAILED'], ellipsis: true, fits: true });
    expect(seen(60)).toEqual({ whole, parts: ['ALLOCATION_FAILED'], ellipsis: true, fits: true });
  });

  it('keeps two documented codes with equal ends distinguishable in a narrow column', async () => {
    await renderComponent(
      <div style={{ width: 184 }}>
        <ErrorCode code="SET_FALLBACK_PROFILE_FAILED" />
        <ErrorCode code="PROVISION_PROFILE_FAILED" />
      </div>,
    );
    const ends = [...document.querySelectorAll('[data-has-front]')].map(
      (code) => [...code.querySelectorAll('bdi')].at(-1)?.textContent,
    );
    expect(ends).toEqual(['FALLBACK_PROFILE_FAILED', 'PROVISION_PROFILE_FAILED']);
  });
});

describe('the tooltip', () => {
  it('opens immediately on keyboard focus, shows the keys of the command, and closes with Esc', async () => {
    await renderComponent(
      <Tooltip label="Go to the timeline" command="screen.timeline">
        <button type="button">T</button>
      </Tooltip>,
      [{ id: 'screen.timeline', title: 'Timeline', group: 'Go to', keys: ['G T'], run: () => undefined }],
    );
    await userEvent.keyboard('{Tab}');
    await expect.element(tip).toMatchTextContent('Go to the timelineGT');
    await userEvent.keyboard('{Escape}');
    await expect.element(tip).not.toBeInTheDocument();
  });

  it('opens after a delay under the pointer, and closes when its element is removed', async () => {
    let made = 0;
    const label = () => {
      made += 1;
      return 'Both zones';
    };
    const screen = await renderComponent(
      <Tooltip label={label}>
        <span>14:00</span>
      </Tooltip>,
    );
    expect(made).toBe(0);
    await page.getByText('14:00').hover();
    await expect.element(tip).toMatchTextContent('Both zones');
    await screen.rerender(<p>another row</p>);
    await expect.element(tip).not.toBeInTheDocument();
  });

  it('[PAGE-72] stays while the pointer rests on it, so that its text can be read at any zoom', async () => {
    await renderComponent(
      <Tooltip label="Both zones">
        <button type="button">14:00</button>
      </Tooltip>,
    );
    await page.getByRole('button').hover();
    await expect.element(tip).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await tip.hover();
    vi.advanceTimersByTime(10_000);
    await expect.element(tip).toBeVisible();
    await userEvent.unhover(tip);
    vi.advanceTimersByTime(1_000);
    await expect.element(tip).not.toBeInTheDocument();
  });

  it('describes its element while it is closed, and an unavailable button says why and does nothing', async () => {
    const pressed: string[] = [];
    const buttons = (unavailable: string | null) => (
      <Tooltip label="The last requests" unavailable={unavailable}>
        <Button variant="filled" onClick={() => pressed.push('button')}>
          Requests
        </Button>
      </Tooltip>
    );
    const screen = await renderComponent(buttons(null));
    const button = page.getByRole('button');
    await expect.element(button).toHaveAccessibleDescription('The last requests');
    await userEvent.click(button);
    await screen.rerender(buttons('Watchfloor does not answer'));
    await expect.element(button).toHaveAccessibleDescription('Watchfloor does not answer');
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button, { force: true });
    expect(pressed).toEqual(['button']);
  });
});

describe('an identifier in a row', () => {
  it('shows its last 12 digits in groups, and is complete for a screen reader', async () => {
    await renderComponent(<ShortId value="89049032000000000000898242162626" name="EID" />);
    const button = page.getByRole('button');
    await expect.element(button).toHaveAccessibleName('EID 89049032000000000000898242162626');
    const groups = [...(button.element().querySelector('bdi')?.children ?? [])].map(({ textContent }) => textContent);
    expect(groups).toEqual(['…', '8982', '4216', '2626']);
  });

  it('shows its name and complete value on hover', async () => {
    await renderComponent(<ShortId value={'8904\u200B9032000000000000898242162626'} name="EID" />);
    await page.getByRole('button').hover();
    await expect.element(tip).toMatchTextContent('EID 8904\\u{200B}9032000000000000898242162626 Click to copy');
  });
});

describe('a displayed time', () => {
  it.each([
    ['has milliseconds on request', <Time key="" at={START + 42} precision="millis" />, '14:00:00.042'],
    ['has its zone on request', <Time key="" at={START} date="always" precision="minute" zoned />, '21 Nov 14:00 UTC'],
  ])('%s', async (_case, time, text) => {
    await renderComponent(<p>{time}</p>);
    await expect.element(page.getByRole('time')).toHaveTextContent(text);
  });

  it('shows both zones on hover', async () => {
    await renderComponent(<Time at={START} />);
    await page.getByRole('time').hover();
    await expect.element(tip).toMatchTextContent(/^2026-11-21 14:00:00\.000 UTC 2026-11-21 14:00:00\.000 \S+$/);
  });
});

it('an outcome mark shows its word on request, and otherwise only to screen readers', async () => {
  await renderComponent(
    <>
      <OutcomeMark outcome="failed" />
      <OutcomeMark outcome="partial" word />
    </>,
  );
  const width = (word: string) => page.getByText(word).element().getBoundingClientRect().width;
  expect({ failed: width('Failed'), partial: width('Partial') > 20 }).toEqual({ failed: 1, partial: true });
});

it('a copy button says so if the browser refuses to copy', async () => {
  const write = navigator.clipboard.writeText.bind(navigator.clipboard);
  navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'));
  await renderComponent(<CopyButton text="x" label="Copy the path" word="Copy" />);
  await page.getByRole('button', { name: 'Copy the path' }).click();
  navigator.clipboard.writeText = write;
  await expect.element(page.getByRole('button')).toHaveTextContent('The browser refused to copy');
});
