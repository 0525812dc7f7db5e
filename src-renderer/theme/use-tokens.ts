/**
 * The tokens as values, for what is not drawn by style sheets: charts on a canvas, and lists that reckon with the height
 * of their rows. Read again when scheme, scale or density change.
 */
import { useSyncExternalStore } from 'react';

export interface Tokens {
  /** px */
  readonly unit: number;
  readonly row: number;
  readonly rowHead: number;
  /** Of outcomes as volume, and of what stands around them. */
  readonly succeeded: string;
  readonly failed: string;
  readonly partial: string;
  readonly inProgress: string;
  readonly unknown: string;
  readonly axis: string;
  readonly ground: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
}

export function useTokens(): Tokens {
  return useSyncExternalStore(subscribe, tokens);
}

let current: Tokens | null = null;
let subscriberCount = 0;

/** One object for as long as nothing changes. */
function tokens(): Tokens {
  current ??= readTokens();
  return current;
}

function subscribe(changed: () => void): () => void {
  // What was read before nobody followed may be of another scheme.
  if (subscriberCount === 0) current = null;
  subscriberCount += 1;
  const renew = () => {
    current = null;
    changed();
  };
  // The scheme and the density are attributes of the root; the scale goes with the width of the window.
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
    for (const query of media) query.removeEventListener('change', renew);
    window.removeEventListener('resize', renew);
  };
}

/** Of a token that no chart needs. */
export function tokenColour(token: string): string {
  return probed(({ colourOf }) => colourOf(token));
}

function readTokens(): Tokens {
  return probed(({ lengthOf, colourOf }) => ({
    unit: lengthOf('--unit'),
    row: lengthOf('--row'),
    rowHead: lengthOf('--row-head'),
    succeeded: colourOf('--chart-succeeded'),
    failed: colourOf('--chart-failed'),
    partial: colourOf('--chart-partial'),
    inProgress: colourOf('--chart-in-progress'),
    unknown: colourOf('--chart-unknown'),
    axis: colourOf('--chart-axis'),
    ground: colourOf('--ground'),
    raised: colourOf('--raised'),
    line: colourOf('--line'),
    text: colourOf('--text'),
  }));
}

interface Probe {
  /** px */
  readonly lengthOf: (token: string) => number;
  readonly colourOf: (token: string) => string;
}

/** Through an element, since a custom property is read as it was written, not as what it comes to. */
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
      colourOf(token) {
        element.style.color = `var(${token})`;
        return computed.color;
      },
    });
  } finally {
    element.remove();
  }
}
