/** Reads tokens as values, again when scheme, scale or density change. */
import { useSyncExternalStore } from 'react';

export interface Tokens {
  readonly unit: number;
  readonly row: number;
  readonly rowHead: number;
  readonly ground: string;
  /** Factor: how much wider a line is with the letter spacing that a style sheet of the user sets (WCAG 1.4.12). */
  readonly spacing: number;
}

export function useTokens(): Tokens {
  return useSyncExternalStore(subscribe, tokens);
}

let current: Tokens | null = null;
let subscriberCount = 0;

/** Returns the same object until a token may have changed. */
function tokens(): Tokens {
  current ??= readTokens();
  return current;
}

function subscribe(changed: () => void): () => void {
  // The cached values may be outdated: nothing watched for changes without a subscriber.
  if (subscriberCount === 0) current = null;
  subscriberCount += 1;
  const renew = () => {
    current = null;
    changed();
  };
  // Font size and letter spacing of the user can change while the page is open.
  const ruler = document.createElement('i');
  ruler.textContent = '0';
  Object.assign(ruler.style, { position: 'absolute', visibility: 'hidden', fontSize: 'var(--unit)' });
  document.documentElement.append(ruler);
  let rulerPx = ruler.offsetWidth;
  const fontSize = new ResizeObserver(() => {
    if (ruler.offsetWidth === rulerPx) return;
    rulerPx = ruler.offsetWidth;
    renew();
  });
  fontSize.observe(ruler);
  // Scheme and density are attributes of the root; the scale depends on the window width.
  const attributes = new MutationObserver(renew);
  attributes.observe(document.documentElement, { attributes: true });
  const media = ['(prefers-color-scheme: light)', '(forced-colors: active)', 'print'].map((query) =>
    window.matchMedia(query),
  );
  for (const query of media) query.addEventListener('change', renew);
  window.addEventListener('resize', renew);
  return () => {
    subscriberCount -= 1;
    attributes.disconnect();
    fontSize.disconnect();
    ruler.remove();
    for (const query of media) query.removeEventListener('change', renew);
    window.removeEventListener('resize', renew);
  };
}

export function tokenColour(token: string): string {
  return probed(({ colourOf }) => colourOf(token));
}

function readTokens(): Tokens {
  return probed(({ lengthOf, colourOf, spacing }) => ({
    unit: lengthOf('--unit'),
    row: lengthOf('--row'),
    rowHead: lengthOf('--row-head'),
    ground: colourOf('--ground'),
    spacing: spacing(),
  }));
}

interface Probe {
  readonly lengthOf: (token: string) => number;
  readonly colourOf: (token: string) => string;
  readonly spacing: () => number;
}

/** Average width of a character, in parts of the font size. */
const CHARACTER_WIDTH = 0.55;

/** Measures on an element, because reading a custom property returns its source text, not the computed value. */
function probed<Read>(read: (probe: Probe) => Read): Read {
  const element = document.createElement('i');
  element.style.display = 'block';
  element.style.position = 'absolute';
  document.documentElement.append(element);
  const computed = getComputedStyle(element);
  try {
    return read({
      lengthOf(token) {
        element.style.width = `var(${token})`;
        return Number.parseFloat(computed.width);
      },
      spacing: () =>
        1 + (Number.parseFloat(computed.letterSpacing) || 0) / (CHARACTER_WIDTH * Number.parseFloat(computed.fontSize)),
      colourOf(token) {
        element.style.color = `var(${token})`;
        return computed.color;
      },
    });
  } finally {
    element.remove();
  }
}
