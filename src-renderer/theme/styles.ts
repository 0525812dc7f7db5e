/** All style that belongs to no part of the page: fonts, then the sheets, of which a later one has the last word. */
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './button.css';
import './tokens.css';
import './sizes.css';
import './base.css';
import './print.css';
