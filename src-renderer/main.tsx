import './theme/styles.ts';
import { startPage } from './page.tsx';

startPage();
