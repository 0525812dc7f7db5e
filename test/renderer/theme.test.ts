import { describe, expect, it } from 'vitest';
import { productFiles } from '../architecture/source-file.ts';

const page = productFiles().filter(({ path }) => path.startsWith('src-renderer/'));
const sheets = page.filter(({ path }) => path.endsWith('.css'));
const outside = sheets.filter(({ path }) => !path.startsWith('src-renderer/theme/'));

function found(files: readonly { path: string; text: string }[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match.trim()}`));
}

describe('[PAGE-71] sizes, layers and colours come from the tokens, so that the page is one at every scale', () => {
  it('no sheet outside of the theme has a size of type or a layer of its own', () => {
    expect(found(outside, /font-size:\s*[\d.]+(?:px|r?em)|font:[^;]*[\d.]+px|z-index:\s*-?\d+/g)).toEqual([]);
  });

  it('no sheet outside of the theme names a colour', () => {
    const named =
      /(?:color|background|border[a-z-]*|outline|fill|stroke):[^;{}]*\b(?:white|black|red|green|gr[ae]y|orange|blue)\b/g;
    expect(found(outside, named)).toEqual([]);
  });

  it('nothing is made dim by opacity, which takes the contrast of text with it', () => {
    expect(found(outside, /opacity:\s*0?\.\d+/g)).toEqual([]);
  });

  it('each token that is used is there', () => {
    const used = new Set(page.flatMap(({ text }) => [...text.matchAll(/var\((--[a-z\d-]+)/g)].map(([, name]) => name)));
    // A part's own, set by its sheet or its script.
    const set = new Set(
      page.flatMap(({ text }) => [...text.matchAll(/(--[a-z\d-]+)['"]?\]?:/g)].map(([, name]) => name)),
    );
    expect([...used].filter((name) => name !== undefined && !set.has(name))).toEqual([]);
  });
});
