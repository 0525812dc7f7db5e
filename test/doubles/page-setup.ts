/**
 * Runs for each test file of the page. The files share one browser page and its modules, so each test first removes the
 * remains of the previous one.
 */
// Must be loaded before React, in this order.
// oxlint-disable-next-line import/no-unassigned-import
import './render-counter.ts';
// oxlint-disable-next-line import/no-unassigned-import
import './page-react.ts';
import { beforeEach, vi } from 'vitest';
import { utils } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

// The original error message describes the complete page, and a wait builds it at each attempt.
utils.getElementError = (locator) =>
  new Error(`Cannot find the element ${typeof locator === 'string' ? locator : locator.selector}`);

beforeEach(async () => {
  // The package registers this itself, but only for the first file, because it is loaded once.
  await cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const { dataset } = document.documentElement;
  for (const name of Object.keys(dataset)) delete dataset[name];
  // Widths of text are measured in the fonts of users, which a busy computer loads late.
  await Promise.all([...document.fonts].map((font) => font.load()));
});
