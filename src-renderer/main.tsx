/** Entry point: starts the page. */
import './theme/styles.ts';
import { startPage } from './page.tsx';

startPage();
