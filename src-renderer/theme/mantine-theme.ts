/** Mantine's components in our manner. Colours and sizes come from the tokens through Mantine's variables. */
import { Button, createTheme, Popover, Tooltip } from '@mantine/core';

/** `ui.md`, Manner: motion is 120 ms at most; `prefers-reduced-motion` ends it in the style sheet and here. */
const transitionProps = { duration: 100, transition: 'fade' } as const;

/** Long enough to pass over a row of buttons without a word. */
const TIP_DELAY_MS = 250;

export const mantineTheme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'var(--radius)',
  components: {
    Tooltip: Tooltip.extend({
      defaultProps: {
        transitionProps,
        openDelay: TIP_DELAY_MS,
        events: { hover: true, focus: true, touch: false },
        multiline: true,
        maw: 'calc(var(--px) * 420)',
        zIndex: 'var(--layer-tip)',
      },
      styles: {
        tooltip: {
          padding: 'var(--space-1) var(--space-2)',
          border: '1px solid var(--line)',
          background: 'var(--tooltip)',
          color: 'var(--text)',
          boxShadow: 'var(--shadow)',
          fontSize: 'var(--size-meta)',
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
        },
      },
    }),
    Popover: Popover.extend({
      defaultProps: { transitionProps, zIndex: 'var(--layer-overlay)', returnFocus: true },
      styles: {
        dropdown: {
          padding: 'var(--space-3)',
          borderColor: 'var(--line)',
          background: 'var(--raised)',
          boxShadow: 'var(--shadow)',
        },
      },
    }),
    Button: Button.extend({
      defaultProps: { size: 'xs' },
      vars: (_theme, { size, variant }) => ({
        root: {
          '--button-height':
            size === 'sm' ? 'calc(var(--px) * 36)' : size === 'compact-xs' ? 'calc(var(--px) * 24)' : 'var(--control)',
          '--button-padding-x':
            size === 'sm' ? 'var(--space-4)' : size === 'compact-xs' ? 'var(--space-2)' : 'var(--space-3)',
          '--button-fz': size === 'compact-xs' ? 'var(--size-meta)' : 'var(--size-base)',
          // One disabled button, and one filled; all others are ink on the ground they stand on.
          ...(variant === 'subtle'
            ? { '--button-bg': 'transparent', '--button-hover': 'var(--hover)', '--button-color': 'var(--quiet)' }
            : {}),
        },
      }),
    }),
  },
});
