/** Prints the page in the test browser, and measures its pictures, such as bars of coverage. */
import { cdp } from 'vitest/browser';

/** @returns height in px of each visible picture, and the share of it that its parts cover */
export async function printedPictures(container: HTMLElement) {
  const { id } = container;
  // The rules of print.css are for the page, whose element has this id.
  container.id = 'root';
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    return [...container.querySelectorAll<HTMLElement>('.picture')]
      .filter((picture) => picture.checkVisibility())
      .map((picture) => ({
        height: Math.round(Number.parseFloat(getComputedStyle(picture).height)),
        share:
          [...picture.querySelectorAll<HTMLElement>('[style*=width]')]
            .filter((part) => part.offsetHeight === picture.offsetHeight)
            .reduce((sum, part) => sum + part.offsetWidth, 0) / picture.offsetWidth,
      }));
  } finally {
    container.id = id;
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  }
}
