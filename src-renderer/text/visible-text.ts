export { visibleText } from '../../src-shared/lib/visible-text.ts';
