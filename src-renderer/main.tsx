/**
 * Starts the page. Shared modules define zod schemas while they are loaded, and each would try whether it may make code
 * from text, which the page's policy forbids and reports: so zod is told first, and everything else is loaded after it.
 */
import './theme/styles.ts';
import { config } from 'zod';

config({ jitless: true });
void import('./page.tsx').then(({ startPage }) => startPage());
