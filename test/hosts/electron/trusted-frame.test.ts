import { describe, expect, test } from 'vitest';
import { isTrustedFrame, type SenderFrame } from '../../../src-main/hosts/electron/pipe/trusted-frame.ts';

const ours: SenderFrame = {
  url: 'app://watchfloor/#/timeline',
  origin: 'app://watchfloor',
  parent: null,
  detached: false,
};

describe('[SAFE-17] a port is given to', () => {
  test.each<[string, SenderFrame]>([
    ['the main frame of our page', ours],
    ['our page on any screen', { ...ours, url: 'app://watchfloor/index.html?x=1#/settings' }],
  ])('%s', (_, frame) => expect(isTrustedFrame(frame)).toBe(true));
});

describe('[SAFE-17] a port is refused to', () => {
  test.each<[string, SenderFrame | null]>([
    ['a frame that is gone', null],
    ['a frame that left the page', { ...ours, detached: true }],
    ['a frame within our page', { ...ours, parent: ours }],
    ['an empty address', { ...ours, url: '' }],
    ['about:blank, though it inherits our origin', { ...ours, url: 'about:blank' }],
    ['about:srcdoc', { ...ours, url: 'about:srcdoc' }],
    ['an opaque origin at our address', { ...ours, origin: 'null' }],
    ['our origin at another address', { ...ours, url: 'https://evil.example/' }],
    ['another page', { ...ours, url: 'https://evil.example/', origin: 'https://evil.example' }],
    ['https on our name', { ...ours, url: 'https://watchfloor/', origin: 'https://watchfloor' }],
    ['a sub-domain', { ...ours, url: 'app://x.watchfloor/', origin: 'app://x.watchfloor' }],
    ['a longer name', { ...ours, url: 'app://watchfloor.evil.example/', origin: 'app://watchfloor.evil.example' }],
    ['a longer origin', { ...ours, origin: 'app://watchfloor.evil.example' }],
    ['a port', { ...ours, url: 'app://watchfloor:8080/', origin: 'app://watchfloor:8080' }],
    ['credentials', { ...ours, url: 'app://me:secret@watchfloor/' }],
    ['a file', { ...ours, url: 'file:///index.html', origin: 'file://' }],
    ['a data address', { ...ours, url: 'data:text/html,hello', origin: 'null' }],
    ['a blob of our own', { ...ours, url: 'blob:app://watchfloor/1234' }],
    ['DevTools', { ...ours, url: 'devtools://devtools/bundled/inspector.html', origin: 'devtools://devtools' }],
  ])('%s', (_, frame) => expect(isTrustedFrame(frame)).toBe(false));
});
