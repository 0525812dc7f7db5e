/** Loads the fonts and global style sheets. Later sheets override earlier ones. */
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './button.css';
import './tokens.css';
import './sizes.css';
import './base.css';
import './layout.css';
import './text.css';
import './print.css';
