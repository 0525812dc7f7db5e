import '../../src-renderer/theme/styles.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import bars from '../../src-renderer/components/bars/Bars.module.css';
import { Select } from '../../src-renderer/components/controls/Select.tsx';
import { render } from 'vitest-browser-react';
import { useTokens } from '../../src-renderer/theme/use-tokens.ts';

const root = document.documentElement;
const schemes = {
  dark: { colorScheme: 'dark', contrast: 'usual' },
  light: { colorScheme: 'light', contrast: 'usual' },
  contrast: { colorScheme: 'dark', contrast: 'high' },
  'light contrast': { colorScheme: 'light', contrast: 'high' },
};
const inks = ['text', 'quiet', 'succeeded', 'failed', 'partial', 'in-progress', 'unknown'];
const grounds = ['ground', 'raised', 'selected', 'current', 'hover', 'tooltip', 'failed-soft'];

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function emulate(media: string, features: { name: string; value: string }[] = []): Promise<unknown> {
  return cdp().send('Emulation.setEmulatedMedia', { media, features });
}

afterEach(async () => {
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  root.style.fontSize = '';
  await emulate('');
});

/** Returns the computed colour of a token inside `within`. */
function colour(token: string, within: Element): Colour {
  if (getComputedStyle(within).getPropertyValue(`--${token}`) === '') throw new Error(`There is no token --${token}.`);
  const probe = document.createElement('i');
  probe.style.color = `var(--${token})`;
  within.append(probe);
  const parsed = parsedColour(getComputedStyle(probe).color);
  probe.remove();
  return parsed;
}
function parsedColour(text: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/-?[\d.]+(?:e-\d+)?/g) ?? []).map(Number);
  return text.startsWith('color(') ? [red, green, blue, alpha] : [red / 255, green / 255, blue / 255, alpha];
}
function over([red, green, blue, alpha]: Colour, below: Colour): Colour {
  const mixed = (above: number, under: number) => above * alpha + under * (1 - alpha);
  return [mixed(red, below[0]), mixed(green, below[1]), mixed(blue, below[2]), 1];
}
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: Colour, b: Colour): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}
/** Returns the pairs whose contrast is below `least`. */
function poor(pairs: readonly (readonly [ink: string, ground: string])[], within: Element, least: number): string[] {
  return pairs.flatMap(([ink, ground]) => {
    const ratio = contrast(colour(ink, within), over(colour(ground, within), colour('ground', within)));
    return ratio < least ? [`${ink} on ${ground}: ${ratio.toFixed(2)}`] : [];
  });
}
const pairs = inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const));

async function region(stale: boolean): Promise<Element> {
  const { container } = await render(<div data-stale={stale} />);
  const element = container.firstElementChild;
  if (element === null) throw new Error('nothing was rendered');
  return element;
}

describe.each(Object.entries(schemes))('[PAGE-72] the colour scheme %s', (_name, attributes) => {
  it.each([false, true])('has readable text on every ground, stale: %s', async (stale) => {
    Object.assign(root.dataset, attributes);
    const within = await region(stale);
    expect(poor([...pairs, ['quiet', 'disabled'], ['on-accent', 'accent']], within, 4.5)).toEqual([]);
  });

  it('has shapes and focus rings that stand out from their ground', async () => {
    Object.assign(root.dataset, attributes);
    const shapes = ['strip-watched', 'bar-ok', 'bar-partial', 'focus', 'failed', 'quiet'];
    expect(
      poor(
        shapes.flatMap(
          (ink) =>
            [
              [ink, 'ground'],
              [ink, 'raised'],
            ] as const,
        ),
        await region(false),
        3,
      ),
    ).toEqual([]);
  });

  it('shows partial failures and failures of one bar in clearly different colours', async () => {
    Object.assign(root.dataset, attributes);
    const { container } = await render(
      <svg>
        <rect className={bars['part']} data-outcome="partial" />
        <rect className={bars['part']} data-outcome="failed" />
      </svg>,
    );
    const [partial, failed] = [...container.querySelectorAll('rect')].map((part) =>
      parsedColour(getComputedStyle(part).fill),
    );
    if (partial === undefined || failed === undefined) throw new Error('nothing was rendered');
    expect(contrast(partial, failed)).toBeGreaterThan(1.35);
  });

  it('removes the hue of stale outcomes, and keeps the colour of current text', async () => {
    Object.assign(root.dataset, attributes);
    const within = await region(true);
    const outcomes = inks.slice(2).map((token) => colour(token, within));
    expect({ outcomes, ink: colour('ink', within) }).toEqual({
      outcomes: outcomes.map(() => colour('quiet', root)),
      ink: colour('text', root),
    });
  });
});

function Sizes() {
  const { unit, row, rowHead, ground } = useTokens();
  return <output>{`${unit} ${row} ${rowHead} ${ground}`}</output>;
}

describe('[PAGE-441] every size is derived from one unit', () => {
  it.each([
    [1440, {}, '13 30 26'],
    [2200, {}, '15 36 30'],
    [3840, {}, '18 42 36'],
    [1440, { density: 'comfortable' }, '13 38 26'],
    [1440, { wall: '' }, '26 60 52'],
  ])('at %i px with %o, unit, row and head are %s', async (width, attributes, sizes) => {
    await page.viewport(width, 900);
    const screen = await render(<Sizes />);
    Object.assign(root.dataset, attributes);
    await expect.element(screen.getByRole('status')).toMatchTextContent(new RegExp(`^${sizes} rgb`));
    await page.viewport(1440, 900);
  });

  it.each([8, 32])('a font size of %i px in the browser scales them, also while the page is open', async (fontSize) => {
    const screen = await render(<Sizes />);
    await expect.element(screen.getByRole('status')).toMatchTextContent(/^13 30 26 rgb/);
    root.style.fontSize = `${fontSize}px`;
    await expect
      .element(screen.getByRole('status'))
      .toMatchTextContent(fontSize === 32 ? /^26 60 52 rgb/ : /^6\.5 16 14 rgb/);
  });

  it('the tokens update when the scheme changes', async () => {
    Object.assign(root.dataset, schemes.dark);
    const screen = await render(<Sizes />);
    await expect.element(screen.getByRole('status')).toMatchTextContent(/rgb\(15, 20, 25\)$/);
    Object.assign(root.dataset, schemes.light);
    await expect.element(screen.getByRole('status')).toMatchTextContent(/rgb\(247, 248, 250\)$/);
  });
});

it('[PAGE-72] forced colours keep the hatch, and mark a pressed button in the colours of the system', async () => {
  const screen = await render(
    <div>
      <i data-testid="hatch" style={{ background: 'var(--hatch)' }} />
      <button type="button" aria-pressed="true">
        UTC
      </button>
      <mark style={{ background: 'Highlight', color: 'HighlightText' }}>as the system marks</mark>
    </div>,
  );
  const drawn = (element: Element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return { backgroundColor, color };
  };
  await emulate('', [{ name: 'forced-colors', value: 'active' }]);
  expect({
    hatch: getComputedStyle(screen.getByTestId('hatch').element()).backgroundImage.split('(')[0],
    pressed: drawn(screen.getByRole('button').element()),
  }).toEqual({ hatch: 'repeating-linear-gradient', pressed: drawn(screen.getByRole('mark').element()) });
});

it('[PAGE-72] nothing moves if the system asks for reduced motion', async () => {
  const screen = await render(
    <button type="button" style={{ transition: 'opacity 2s', animation: 'pulse 2s infinite' }}>
      Copy
    </button>,
  );
  const speeds = () => {
    const { transitionDuration, animationDuration } = getComputedStyle(screen.getByRole('button').element());
    return [transitionDuration, animationDuration, getComputedStyle(root).getPropertyValue('--quick')];
  };
  expect(speeds()).toEqual(['2s', '2s', '120ms']);
  await emulate('', [{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  expect(speeds()).toEqual(['0s', '0s', '0ms']);
});

it('[PAGE-72] a printed page is light in every scheme, complete, and without controls', async () => {
  Object.assign(root.dataset, schemes.contrast);
  const screen = await render(
    <main style={{ height: 100, overflow: 'auto' }}>
      <button type="button">Try now</button>
      <p className="print-only">As of 14:00:00 UTC</p>
      <div style={{ height: 3_000 }}>rows</div>
      <Select options={[{ value: 'a', name: 'First' }]} value="a" choose={() => undefined} />
    </main>,
  );
  await emulate('print');
  const { color, backgroundColor } = getComputedStyle(document.body);
  expect({
    color,
    backgroundColor,
    arrow: document.querySelector('select ~ svg')?.checkVisibility(),
    button: screen.getByText('Try now').element().checkVisibility(),
    says: screen
      .getByText(/^As of/)
      .element()
      .checkVisibility(),
  }).toEqual({
    color: 'rgb(23, 32, 42)',
    backgroundColor: 'rgb(255, 255, 255)',
    arrow: false,
    button: false,
    says: true,
  });
});
