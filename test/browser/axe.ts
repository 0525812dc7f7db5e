/** Accessibility checks by axe, and the looks in which tests run them. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { signal } from './page.ts';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** Structure is the same in every look, so all rules are checked in the dark look, and only contrast in the others. */
export interface Look {
  readonly name: string;
  readonly media: Media;
  /** Empty for all rules of axe. */
  readonly rules: readonly string[];
}

const otherLook = (name: string, media: Media): Look => ({ name, media, rules: ['color-contrast'] });

export const DARK: Look = { name: 'dark', media: { colorScheme: 'dark' }, rules: [] };
export const LIGHT = otherLook('light', { colorScheme: 'light' });
export const MORE_CONTRAST = otherLook('more contrast', { colorScheme: 'dark', contrast: 'more' });
export const FORCED_COLOURS = otherLook('forced colours', { forcedColors: 'active' });

/** A name begins with the visible words, for people who speak to the page (WCAG 2.5.3). Off in axe by default. */
const SPOKEN_LABELS = 'label-content-name-mismatch';
/** A target is 24 px high and wide, or that far from the next (WCAG 2.5.8). Off in axe by default. */
const EASY_TARGETS = 'target-size';

/**
 * Returns each violation as "rule: element".
 * @param within selector of an overlay on a page that the test has already checked; the complete page if omitted
 */
export async function violations(page: Page, { rules }: Look = DARK, within?: string): Promise<string[]> {
  // The page has no frames, so axe runs in the page alone. Otherwise it opens a second page for each check. Only
  // violations are read. Both halve the time of a check.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    preload: false,
    rules: { [SPOKEN_LABELS]: { enabled: true }, [EASY_TARGETS]: { enabled: true } },
  });
  if (rules.length > 0) axe.withRules([...rules]);
  if (within !== undefined) axe.include(within);
  const lost = signal(page).filter({ hasText: 'Not connected' });
  const wasConnected = (await lost.count()) === 0;
  const found = await axe.analyze();
  // While axe runs, the page does nothing else. On a busy machine this can exceed the connection timeout: the page then
  // connects again, and refuses keys until it has. A page that was not connected before may or may not connect now.
  if (wasConnected) await expect(lost).toHaveCount(0);
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
