/** All style that belongs to no part of the page, in the order in which it counts: the later has the last word. */
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './mantine.css';
import './tokens.css';
import './sizes.css';
import './base.css';
import './print.css';
