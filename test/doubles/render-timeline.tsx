import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { PageBackend } from './page-backend.ts';
import { START } from './page-watch.ts';
import { renderWatching } from './render-app.tsx';

export const EVENT = { kind: 'LOCALIZATION', operation: 'ALLOCATED', outcome: 'failed', receivedAt: START } as const;

export function renderedSeqs(): number[] {
  return [...document.querySelectorAll<HTMLElement>('[data-kind="row"]')].map((row) => Number(row.dataset['key']));
}
/** Top of the line on the screen in px; null if it is not rendered. */
export function lineTop(key: string | number): number | null {
  return document.querySelector(`[data-key="${key}"]`)?.getBoundingClientRect().top ?? null;
}
export function scroller(): Element {
  return page.getByTestId('events').element();
}
export function lineOf(key: string | number): Element {
  const found = document.querySelector(`[data-key="${key}"]`);
  if (found === null) throw new Error(`There is no line ${key}.`);
  return found;
}
export async function renderTimeline(stored: number, hash: string | null = null, backend = new PageBackend()) {
  backend.storeQuietly(stored, EVENT);
  const app = await renderWatching(hash, backend);
  if (stored > 0) await expect.poll(() => renderedSeqs().length).toBeGreaterThan(0);
  return app;
}
