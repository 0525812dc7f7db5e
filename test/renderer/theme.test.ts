import { describe, expect, it } from 'vitest';
import { productFiles } from '../architecture/source-file.ts';

const page = productFiles().filter(({ path }) => path.startsWith('src-renderer/'));
const sheets = page.filter(({ path }) => path.endsWith('.css'));
const outside = sheets.filter(({ path }) => !path.startsWith('src-renderer/theme/'));

function found(files: readonly { path: string; text: string }[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match.trim()}`));
}

/** Base UI sets these custom properties on the elements that it positions. */
const SET_BY_BASE_UI = ['--available-height'];

describe('[PAGE-441] sizes, layers and colours come from the tokens', () => {
  it('no style sheet outside the theme sets a font size or a layer', () => {
    expect(found(outside, /font-size:\s*[\d.]+(?:px|r?em)|font:[^;]*[\d.]+px|z-index:\s*-?\d+/g)).toEqual([]);
  });

  it('no style sheet outside the theme names a colour', () => {
    const named =
      /(?:color|background|border[a-z-]*|outline|fill|stroke):[^;{}]*\b(?:white|black|red|green|gr[ae]y|orange|blue)\b/g;
    expect(found(outside, named)).toEqual([]);
  });

  it('[PAGE-72] no layout depends on a width in px, because the font size of the browser also decides what fits', () => {
    expect(found(page, /@(?:media|container)[^{]*\dpx|\((?:min|max)-(?:width|height): \d+px/g)).toEqual([]);
  });

  it('[PAGE-72] the page has no picture of text, no recording and no control by motion', () => {
    expect(
      found(page, /<(?:img|audio|video|picture|canvas)\b|background-image: *url|devicemotion|deviceorientation/g),
    ).toEqual([]);
  });

  it('[PAGE-72] no style sheet moves or flashes anything by itself', () => {
    expect(found(sheets, /@keyframes [\w-]+|animation(?:-name)?:[^;]*(?:infinite|alternate)[^;]*/g)).toEqual([
      'src-renderer/theme/base.css: @keyframes appear-late',
    ]);
  });

  it('no style sheet dims with opacity, which reduces the contrast of text', () => {
    expect(found(outside, /opacity:\s*0?\.\d+/g)).toEqual([]);
  });

  it('every token that is used is defined', () => {
    const used = new Set(page.flatMap(({ text }) => [...text.matchAll(/var\((--[a-z\d-]+)/g)].map(([, name]) => name)));
    // Includes the custom properties that a component sets in its style sheet or script.
    const set = new Set([
      ...SET_BY_BASE_UI,
      ...page.flatMap(({ text }) => [...text.matchAll(/(--[a-z\d-]+)['"]?\]?:/g)].map(([, name]) => name)),
    ]);
    expect([...used].filter((name) => name !== undefined && !set.has(name))).toEqual([]);
  });
});
