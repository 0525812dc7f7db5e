/** Re-exports `visibleText` for the page's modules. */
export { visibleText } from '../../src-shared/lib/visible-text.ts';
