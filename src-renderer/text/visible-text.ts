/** As the page's modules know it; command line, reports and packs print text from outside in the same way. */
export { visibleText } from '../../src-shared/lib/visible-text.ts';
