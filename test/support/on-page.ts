/** Steps and links that journeys and pictures share. */
import type { Page } from '@playwright/test';

/** Enters the name that the first action of a user asks for. */
export async function enterName(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.keyboard.press('Enter');
}

export const railLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });
