/** Prints the page in the test browser, and measures its pictures, such as bars of coverage. */
import { cdp } from 'vitest/browser';

/** @returns height in px of each visible picture, with the shares of its width that its parts cover */
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
        shares: [...picture.querySelectorAll<HTMLElement>('[style*=width]')]
          .filter((part) => part.offsetHeight === picture.offsetHeight)
          .map((part) => Number((part.offsetWidth / picture.offsetWidth).toFixed(1))),
      }));
  } finally {
    container.id = id;
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  }
}
