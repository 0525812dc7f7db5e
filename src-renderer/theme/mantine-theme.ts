/** Mantine's components in our manner. Colours come from `tokens.css` through Mantine's variables. */
import { Button, createTheme, Menu, Modal, SegmentedControl, Tooltip } from '@mantine/core';

/** `ui.md`, Manner: motion is 120 ms at most; `prefers-reduced-motion` ends it in the style sheet and here. */
const transitionProps = { duration: 100, transition: 'fade' } as const;

export const mantineTheme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 6,
  components: {
    Tooltip: Tooltip.extend({ defaultProps: { transitionProps, openDelay: 250, withArrow: false, multiline: true } }),
    Menu: Menu.extend({ defaultProps: { transitionProps, shadow: 'none' } }),
    Modal: Modal.extend({ defaultProps: { transitionProps, centered: true } }),
    Button: Button.extend({ defaultProps: { size: 'xs' } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'xs', transitionDuration: 0 } }),
  },
});
